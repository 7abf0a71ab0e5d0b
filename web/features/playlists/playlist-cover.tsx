import { playlistLimits } from '../../../server/core/contracts/limits.ts';
import type { Playlist } from '../../../server/core/contracts/playlists.ts';
import { classNames } from '../../components/class-names.ts';
import { RecipePicture } from '../../components/recipe-picture.tsx';
import styles from './playlist-cover.module.css';

const arrangements = [undefined, undefined, styles.two, styles.three];

/** The first three recipes: one large, two beside it. */
export function PlaylistCover({ recipes, className }: Pick<Playlist, 'recipes'> & { className?: string | undefined }) {
  const shown = recipes.slice(0, playlistLimits.cover);
  return (
    <div className={classNames(styles.cover, arrangements[shown.length], className)}>
      {shown.map((recipe) => (
        <RecipePicture key={recipe.id} recipe={recipe} sizes="(min-width: 768px) 300px, 66vw" />
      ))}
      {shown.length === 0 && <RecipePicture recipe={{}} sizes="" />}
    </div>
  );
}
