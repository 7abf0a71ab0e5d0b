import { Card } from '../../components/card.tsx';
import { ScreenReaderText } from '../../components/screen-reader.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import headerStyles from './playlist-header.module.css';
import recipesStyles from './playlist-recipes.module.css';
import styles from './playlist-skeleton.module.css';

/** A placeholder with the dimensions of a playlist's screen. */
export function PlaylistSkeleton() {
  return (
    <div aria-busy="true">
      <h1>
        <ScreenReaderText>Playlist</ScreenReaderText>
      </h1>
      <div className={headerStyles.header}>
        <div>
          <Skeleton width="min(420px, 80%)" height="auto" className={styles.title} />
        </div>
        <div role="status" className={headerStyles.owner}>
          Loading...
        </div>
        <Skeleton width="min(520px, 90%)" height={16} className={styles.description} />
        <Skeleton width={220} height={30} radius={999} className={styles.facts} />
        <Skeleton width={160} height={44} radius={999} className={styles.actions} />
      </div>
      <div className={recipesStyles.recipes}>
        {['first', 'second', 'third', 'fourth'].map((recipe) => (
          <Card key={recipe} className={recipesStyles.recipe}>
            <Skeleton height="auto" radius={0} className={recipesStyles.picture} />
            <div className={recipesStyles.words}>
              <Skeleton width="70%" height={18} className={styles.line} />
              <Skeleton width="50%" height={14} className={styles.line} />
            </div>
          </Card>
        ))}
      </div>
    </div>
  );
}
