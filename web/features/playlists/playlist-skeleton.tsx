import { Card } from '../../components/card.tsx';
import { ScreenReaderText } from '../../components/screen-reader.tsx';
import { Loading, Skeleton } from '../../components/skeleton.tsx';
import styles from './playlist-recipes.module.css';

/** A playlist's page in its final shape. */
export function PlaylistSkeleton() {
  return (
    <>
      <h1>
        <ScreenReaderText>Playlist</ScreenReaderText>
      </h1>
      <Loading text="Loading...">
        <Skeleton width="min(420px, 80%)" height={36} />
        <Skeleton width={180} height={30} radius={999} className={styles.facts} />
        <div className={styles.recipes}>
          {['first', 'second', 'third', 'fourth'].map((recipe) => (
            <Card key={recipe} className={styles.recipe}>
              <Skeleton height="auto" radius={0} className={styles.picture} />
              <div className={styles.words}>
                <Skeleton width="70%" height={20} />
              </div>
            </Card>
          ))}
        </div>
      </Loading>
    </>
  );
}
