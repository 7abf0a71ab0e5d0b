import type { ReactNode } from 'react';
import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { classNames } from '../../components/class-names.ts';
import {
  CheckIcon,
  FilledHeartIcon,
  HeartIcon,
  MealPlanIcon,
  PlaylistIcon,
  ShareIcon,
} from '../../components/icons.tsx';
import { Announcement, ScreenReaderText } from '../../components/screen-reader.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { useShareLink } from '../../components/use-share-link.ts';
import { loadPlanDialog, loadPlaylistDialog } from '../../lib/recipe-dialogs.ts';
import { useReader } from '../../lib/use-reader.ts';
import type { CachedReactions, ReactionChange } from './reaction-changes.ts';
import styles from './recipe-actions.module.css';

export interface RecipeActionsProps {
  recipe: Recipe;
  reactions: CachedReactions;
  onChange: (change: ReactionChange) => void;
}

/** Like, plan, collect and share a recipe. */
export function RecipeActions({ recipe, reactions, onChange }: RecipeActionsProps) {
  return (
    <div className={styles.actions}>
      <LikeKey reactions={reactions} onChange={onChange} />
      <DialogKey
        recipe={recipe}
        word="Plan"
        name="Plan this recipe"
        icon={<MealPlanIcon size={21} />}
        load={loadPlanDialog}
      />
      <DialogKey
        recipe={recipe}
        word="Playlist"
        name="Add to a playlist"
        icon={<PlaylistIcon size={21} />}
        load={loadPlaylistDialog}
      />
      <ShareKey recipe={recipe} />
    </div>
  );
}

function LikeKey({ reactions, onChange }: Omit<RecipeActionsProps, 'recipe'>) {
  const { userOrLogin } = useReader();
  const isLiked = reactions.likedByMe === true;
  const { likeCount } = reactions;
  const toggle = () => {
    if (userOrLogin('like this recipe')) onChange({ kind: 'like', liked: !isLiked });
  };
  return (
    <button
      type="button"
      aria-pressed={isLiked}
      className={classNames(styles.key, isLiked && styles.liked)}
      onClick={toggle}
    >
      <span className={styles.icon}>{isLiked ? <FilledHeartIcon size={22} /> : <HeartIcon size={22} />}</span>
      {likeCount > 0 ? (
        <>
          <ScreenReaderText>Like</ScreenReaderText>
          {likeCount}
        </>
      ) : (
        'Like'
      )}
    </button>
  );
}

interface DialogKeyProps {
  recipe: Recipe;
  word: string;
  /** What a press does. */
  name: string;
  icon: ReactNode;
  load: typeof loadPlanDialog;
}

/** Opens a dialog for a signed-in user. */
function DialogKey({ recipe, word, name, icon, load }: DialogKeyProps) {
  const { user, userOrLogin } = useReader();
  const { Dialog, open, close } = useDialog(load);
  const openForUser = () => {
    if (userOrLogin(name.toLowerCase())) open();
  };
  return (
    <>
      <button type="button" className={styles.key} aria-haspopup="dialog" title={name} onClick={openForUser}>
        <span className={styles.icon}>{icon}</span>
        {word}
      </button>
      {Dialog && user && <Dialog recipe={recipe} uid={user.uid} onClose={close} />}
    </>
  );
}

function ShareKey({ recipe: { id, title } }: { recipe: Recipe }) {
  const { isCopied, share } = useShareLink({
    title,
    url: new URL(`/recipe/${id}`, location.href).href,
    failure: 'The link could not be copied. It is in the address bar.',
  });
  return (
    <>
      <button type="button" className={styles.key} onClick={share}>
        <span className={styles.icon}>{isCopied ? <CheckIcon size={21} /> : <ShareIcon size={21} />}</span>
        {isCopied ? 'Copied' : 'Share'}
      </button>
      <Announcement>{isCopied ? 'Link copied' : ''}</Announcement>
    </>
  );
}
