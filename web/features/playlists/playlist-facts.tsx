import type { PlaylistCard } from '../../../server/core/contracts/playlists.ts';
import { LockIcon } from '../../components/icons.tsx';
import { formatCount } from '../../lib/format-count.ts';
import styles from './playlist-facts.module.css';
import { PublicIcon } from './public-icon.tsx';

/** The visibility, the number of recipes and the number of likes. */
export function PlaylistFacts({ playlist }: { playlist: PlaylistCard }) {
  const { isPrivate, recipes, recipeCount = recipes.length, likeCount } = playlist;
  return (
    <p className={styles.facts}>
      <span className={styles.chip}>
        {isPrivate ? <LockIcon size={14} /> : <PublicIcon size={14} />}
        {isPrivate ? 'Private' : 'Public'}
      </span>
      <span>{formatCount(recipeCount, 'recipe')}</span>
      <span>{formatCount(likeCount, 'like')}</span>
    </p>
  );
}
