import type { FoundRecipes } from '../../../../server/core/contracts/finding.ts';
import { classNames } from '../../../components/class-names.ts';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';
import card from '../recipe-card.module.css';
import { FoundCard } from './found-card.tsx';
import styles from './results.module.css';

export interface ResultsProps {
  pages: readonly FoundRecipes[];
  /** Whether these are the results of the previous search, shown while others are fetched. */
  isStale: boolean;
}

export function Results({ pages, isStale }: ResultsProps) {
  // A recipe that was revised while pages were fetched may be on two of them.
  const recipes = new Map(pages.flatMap(({ items }) => items.map((recipe) => [recipe.id, recipe])));
  if (recipes.size === 0) return null;
  return (
    <div className={classNames(styles.grid, isStale && styles.stale)} aria-busy={isStale || undefined}>
      {[...recipes.values()].map((recipe) => (
        <FoundCard key={recipe.id} recipe={recipe} />
      ))}
    </div>
  );
}

const placeholders = ['a', 'b', 'c', 'd', 'e', 'f'];

export const ResultsSkeleton = () => (
  <Loading>
    <div className={styles.grid}>
      {placeholders.map((name) => (
        <div key={name} className={card.card}>
          <div className={styles.media}>
            <Skeleton height="100%" radius={0} />
          </div>
          <div className={card.words}>
            <Skeleton width="70%" height={18} className={styles.line} />
            <Skeleton width="45%" height={14} />
          </div>
        </div>
      ))}
    </div>
  </Loading>
);
