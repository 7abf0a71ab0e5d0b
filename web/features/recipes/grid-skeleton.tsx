import { Loading, Skeleton } from '../../components/skeleton.tsx';
import styles from './recipe-grid.module.css';
import { RecipeGrid } from './recipe-grid.tsx';

/** Typical aspect ratios of cards. The names serve as React keys. */
const aspectRatios = {
  ramen: '3 / 4',
  pizza: '4 / 3',
  bibimbap: '5 / 4',
  salad: '3 / 4',
  feta: '16 / 9',
  pancakes: '5 / 4',
  dumplings: '3 / 4',
  pasta: '4 / 3',
};

export function GridSkeleton() {
  return (
    <Loading>
      <RecipeGrid>
        {Object.entries(aspectRatios).map(([name, aspectRatio]) => (
          <div key={name} className={styles.skeleton}>
            <div style={{ aspectRatio }}>
              <Skeleton height="100%" radius={0} />
            </div>
            <div className={styles.lines}>
              <Skeleton width="70%" height={18} />
              <Skeleton width="45%" height={14} />
            </div>
          </div>
        ))}
      </RecipeGrid>
    </Loading>
  );
}
