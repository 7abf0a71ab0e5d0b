import { useInfiniteQuery } from '@tanstack/react-query';
import type { RecipeChange, RecipeField, RecipeVersionPage } from '../../../server/core/contracts/recipe-versions.ts';
import { Dialog } from '../../components/dialog.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { MoreResults } from '../../components/more-results.tsx';
import { ScreenReaderText } from '../../components/screen-reader.tsx';
import { Loading, Skeleton } from '../../components/skeleton.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { api } from '../../lib/api-client.ts';
import { formatCount } from '../../lib/format-count.ts';
import styles from './versions-dialog.module.css';

const names: Record<RecipeField, string> = {
  title: 'Title',
  author: 'Credit',
  picture: 'Picture',
  video: 'Video',
  description: 'Description',
  cookingTime: 'Cooking time',
  servings: 'Servings',
  cuisine: 'Cuisine',
  difficulty: 'Difficulty',
  ingredients: 'Ingredients',
  instructions: 'Instructions',
};

export interface VersionsDialogProps {
  recipeId: string;
  /** The shown one: another one has other versions. */
  revision: string;
  onClose: () => void;
}

/** What the author has changed since they published the recipe, newest first. */
export function VersionsDialog({ recipeId, revision, onClose }: VersionsDialogProps) {
  const versions = useInfiniteQuery({
    queryKey: ['recipes', 'versions', recipeId, revision],
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams(pageParam === null ? {} : { cursor: pageParam });
      return (await api.get<RecipeVersionPage>(`/recipes/${recipeId}/versions?${query}`, { signal })).data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 'static',
  });
  return (
    <Dialog title="What changed" sheet onClose={onClose}>
      <LoadFailure query={versions} subject="The history of a recipe">
        Failed to fetch the versions
      </LoadFailure>
      {versions.isPending && (
        <Loading text="Loading versions...">
          <Skeleton width="50%" />
          <Skeleton height={48} />
        </Loading>
      )}
      <ol className={styles.versions}>
        {versions.data?.pages
          .flatMap(({ items }) => items)
          .map(({ revision: number, at, by, changes }) => (
            <li key={number} className={styles.version}>
              <p className={styles.byline}>
                <b>{by.name}</b> <TimeAgo at={at} />
              </p>
              {number === '0' ? <p className={styles.first}>First version</p> : changes.map(toChange)}
            </li>
          ))}
      </ol>
      {versions.hasNextPage && <MoreResults query={versions}>Failed to fetch the versions</MoreResults>}
    </Dialog>
  );
}

const toChange = (change: RecipeChange) => <Change key={change.field} {...change} />;

function Change({ field, removed, added }: RecipeChange) {
  const shown = (line: string) => (field === 'cookingTime' ? formatCount(Number(line), 'minute') : line);
  return (
    <div className={styles.change}>
      <h3 className={styles.field}>{names[field]}</h3>
      {removed.length + added.length === 0 && <p>{isMedia(field) ? 'Another one' : 'Another order'}</p>}
      {numbered(removed).map(({ line, number }) => (
        <del key={number} className={styles.removed} dir="auto">
          <ScreenReaderText>Removed: </ScreenReaderText>
          {shown(line)}
        </del>
      ))}
      {numbered(added).map(({ line, number }) => (
        <ins key={number} className={styles.added} dir="auto">
          <ScreenReaderText>Added: </ScreenReaderText>
          {shown(line)}
        </ins>
      ))}
    </div>
  );
}

/** Lines may repeat. */
const numbered = (lines: readonly string[]) => lines.map((line, index) => ({ line, number: index + 1 }));

const isMedia = (field: RecipeField): boolean => field === 'picture' || field === 'video';
