import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { RecipePage } from '../../../server/core/contracts/recipes.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Loading, Skeleton } from '../../components/skeleton.tsx';
import { api } from '../../lib/api-client.ts';
import styles from './adaptations-dialog.module.css';
import { CardMedia } from './card-media.tsx';

/** The recipes that are based on a recipe, newest first. */
export function AdaptationsDialog({ recipeId, onClose }: { recipeId: string; onClose: () => void }) {
  const adaptations = useInfiniteQuery({
    queryKey: ['recipes', 'adaptations', recipeId],
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams(pageParam === null ? {} : { cursor: pageParam });
      return (await api.get<RecipePage>(`/recipes/${recipeId}/adaptations?${query}`, { signal })).data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return (
    <Dialog title="Adaptations" sheet onClose={onClose}>
      <LoadFailure query={adaptations} subject="The list of adaptations">
        Failed to fetch the adaptations
      </LoadFailure>
      {adaptations.isPending && (
        <Loading text="Loading adaptations...">
          <Skeleton height={64} />
          <Skeleton height={64} />
        </Loading>
      )}
      <ul className={styles.adaptations}>
        {adaptations.data?.pages
          .flatMap(({ items }) => items)
          .map((recipe) => (
            <li key={recipe.id} className={styles.adaptation}>
              <div className={styles.picture}>
                {/* Of a video, its picture: nothing plays in a row. */}
                <CardMedia recipe={{ ...recipe, type: 'image' }} aspectRatio={4 / 3} />
              </div>
              <div className={styles.words}>
                <Link to={`/recipe/${recipe.id}`} className={styles.title} onClick={onClose}>
                  {recipe.title}
                </Link>
                <p className={styles.author}>By {recipe.author}</p>
              </div>
            </li>
          ))}
      </ul>
      {adaptations.hasNextPage && (
        <Button size="small" busy={adaptations.isFetchingNextPage} onClick={() => void adaptations.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Dialog>
  );
}
