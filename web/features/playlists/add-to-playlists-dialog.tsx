import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { playlistLimits } from '../../../server/core/contracts/limits.ts';
import type { PlaylistRecipe } from '../../../server/core/contracts/playlists.ts';
import { Actions } from '../../components/actions.tsx';
import { Button, LinkButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { CheckIcon, LockIcon } from '../../components/icons.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Loading, Skeleton } from '../../components/skeleton.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { formatCount } from '../../lib/format-count.ts';
import type { RecipeDialogProps } from '../../lib/recipe-dialogs.ts';
import styles from './add-to-playlists-dialog.module.css';
import { playlists } from './api.ts';
import { followPlaylists } from './follow-playlists.ts';
import { ListEnd } from './list-end.tsx';
import type { CachedPlaylist } from './playlist-changes.ts';

/** The user's playlists: a press adds the recipe to one, or removes it. Each change is made at once. */
export function AddToPlaylistsDialog({ recipe, uid, onClose }: RecipeDialogProps) {
  const own = useQuery(playlists.query(uid, 'own'));
  useEffect(followPlaylists, []);
  const items = own.data?.items;
  return (
    <Dialog title="Add to a playlist" sheet onClose={onClose}>
      <LoadFailure query={own} subject="Your collection of playlists">
        {failureText(own.error, 'Failed to fetch playlists')}
      </LoadFailure>
      {own.isPending && (
        <Loading text="Loading playlists...">
          <Skeleton height={52} radius={12} />
        </Loading>
      )}
      {items && items.length > 0 && (
        <ul className={styles.list} aria-label="My playlists">
          {items.map((playlist) => (
            <PlaylistRow key={playlist.id} confirmed={playlist} recipe={recipe} uid={uid} />
          ))}
        </ul>
      )}
      {own.data && own.data.nextCursor !== null && (
        <ListEnd key={own.data.nextCursor} list={[uid, 'own']} cursor={own.data.nextCursor} />
      )}
      {items?.length === 0 && <p className={styles.none}>You have no playlists yet.</p>}
      <Actions>
        <LinkButton to="/playlists">My Playlists</LinkButton>
        <Button onClick={onClose}>Done</Button>
      </Actions>
    </Dialog>
  );
}

interface PlaylistRowProps {
  confirmed: CachedPlaylist;
  recipe: RecipeDialogProps['recipe'];
  uid: string;
}

function PlaylistRow({ confirmed, recipe, uid }: PlaylistRowProps) {
  const playlist = playlists.applyPending(confirmed, playlists.usePending(uid, confirmed.id));
  if (playlist.isDeleted) return null;
  const { name, recipes, isPrivate } = playlist;
  const count = recipes.length;
  const isAdded = recipes.some(({ id }) => id === recipe.id);
  const isFixed = isAdded ? count === 1 : count >= playlistLimits.recipes;
  const reason = isAdded ? ': a playlist keeps at least one' : ': it is full';
  const toggle = () =>
    playlists.change(
      [uid, playlist.id],
      isAdded ? { kind: 'removeRecipe', recipeId: recipe.id } : { kind: 'addRecipe', recipe: toPlaylistRecipe(recipe) },
    );
  return (
    <li>
      <button type="button" className={styles.row} aria-pressed={isAdded} disabled={isFixed} onClick={toggle}>
        <span className={styles.words}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          <span className={styles.count}>
            {isPrivate && <LockIcon size={14} />}
            {isFixed ? `${formatCount(count, 'recipe')}${reason}` : formatCount(count, 'recipe')}
          </span>
        </span>
        <span className={styles.mark}>{isAdded && <CheckIcon size={18} />}</span>
      </button>
    </li>
  );
}

const toPlaylistRecipe = ({ id, title, cuisine, imageUrl, pictures }: RecipeDialogProps['recipe']): PlaylistRecipe => ({
  id,
  title,
  cuisine,
  ...(imageUrl !== undefined && { imageUrl }),
  ...(pictures !== undefined && { pictures }),
});
