import { Picture } from '../../components/picture.tsx';
import { Loading, Skeleton } from '../../components/skeleton.tsx';
import { firstCards } from '../../lib/early-request.ts';
import media from './card-media.module.css';
import { cardSizes } from './recipe-columns.ts';
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

/** Shows the pictures of the first row if they are known already. */
export function GridSkeleton() {
  const cards = firstCards();
  return (
    <Loading>
      <RecipeGrid>
        {Object.entries(aspectRatios).map(([name, aspectRatio], at) => (
          <div key={name} className={styles.skeleton}>
            <div className={media.box} style={{ aspectRatio }} data-card-picture>
              <Skeleton height="100%" radius={0} />
              {cards[at]?.imageUrl && <Picture recipe={cards[at]} sizes={cardSizes} isFirst />}
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
