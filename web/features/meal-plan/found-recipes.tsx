import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { RecipePicture } from '../../components/recipe-picture.tsx';
import { Announcement } from '../../components/screen-reader.tsx';
import { Loading, Skeleton } from '../../components/skeleton.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { formatCount } from '../../lib/format-count.ts';
import { searchQuery } from './api.ts';
import styles from './found-recipes.module.css';

/** The search results as buttons. */
export function FoundRecipes({ query, onChoose }: { query: string; onChoose: (recipe: PlannedRecipe) => void }) {
  const found = useQuery({ ...searchQuery(query), placeholderData: keepPreviousData });
  const count = found.data?.length ?? 0;
  // The previous results stay until the search ends, unless there were none.
  if (found.isPending || (found.isPlaceholderData && count === 0)) return <Searching />;
  const failure = (
    <LoadFailure isPart query={found} subject="Searching recipes" className={styles.failed}>
      {failureText(found.error, 'Failed to search recipes')}
    </LoadFailure>
  );
  if (found.data === undefined) return failure;
  return (
    <>
      {failure}
      <Announcement>{`${formatCount(count, 'recipe')} found`}</Announcement>
      {count === 0 && <p className={styles.nothing}>No recipes found. Try another word.</p>}
      <ul className={styles.list}>
        {found.data.map((recipe) => (
          <li key={recipe.id}>
            <button type="button" className={styles.recipe} onClick={() => onChoose(recipe)}>
              <RecipePicture recipe={recipe} sizes="48px" className={styles.picture} />
              <span className={styles.words}>
                <span className={styles.title}>{recipe.title}</span>{' '}
                <span className={styles.facts}>
                  {recipe.cuisine && <span className={styles.cuisine}>{recipe.cuisine}</span>}{' '}
                  {recipe.cookingTime !== undefined && <span>{formatCount(recipe.cookingTime, 'minute')}</span>}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Searching() {
  return (
    <div className={styles.list}>
      <Loading>
        {['52%', '38%', '46%'].map((width) => (
          <div key={width} className={styles.recipe}>
            <Skeleton width={48} height={48} radius={12} />
            <Skeleton width={width} height={18} />
          </div>
        ))}
      </Loading>
    </div>
  );
}
