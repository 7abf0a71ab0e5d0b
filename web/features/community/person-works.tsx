import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PlaylistCard } from '../../../server/core/contracts/playlists.ts';
import type { RecipeCard } from '../../../server/core/contracts/recipes.ts';
import { Card } from '../../components/card.tsx';
import { CardLink } from '../../components/card-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { MoreResults } from '../../components/more-results.tsx';
import { RecipePicture } from '../../components/recipe-picture.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { api } from '../../lib/api-client.ts';
import { formatCount } from '../../lib/format-count.ts';
import { useReader } from '../../lib/use-reader.ts';
import { type WorkKind, worksOf } from './follow-people.ts';
import styles from './person-works.module.css';

interface Work {
  readonly id: string;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

interface WorksProps<Item> {
  uid: string;
  kind: WorkKind;
  /** Of the API; the cursor is added. */
  path: string;
  query?: Record<string, string>;
  /** The text of an empty list. */
  empty: string;
  row: (item: Item) => ReactNode;
}

export const PersonRecipes = ({ uid }: { uid: string }) => (
  <Works<RecipeCard>
    uid={uid}
    kind="recipes"
    path="/recipes"
    query={{ author: uid }}
    empty="No recipes yet"
    row={(recipe) => (
      <Row picture={recipe} to={`/recipe/${recipe.id}`} title={recipe.title}>
        {[recipe.cuisine, recipe.cookingTime && formatCount(recipe.cookingTime, 'minute')].filter(Boolean).join(' · ')}
      </Row>
    )}
  />
);

export const PersonPlaylists = ({ uid }: { uid: string }) => (
  <Works<PlaylistCard>
    uid={uid}
    kind="playlists"
    path={`/playlists/${encodeURIComponent(uid)}`}
    empty="No public playlists yet"
    row={({ id, name, recipes, isPrivate, recipeCount = recipes.length }) => (
      <Row picture={recipes[0] ?? {}} to={`/playlists/${encodeURIComponent(uid)}/${id}`} title={name}>
        {[formatCount(recipeCount, 'recipe'), isPrivate && 'Only you see it'].filter(Boolean).join(' · ')}
      </Row>
    )}
  />
);

/** What a person has published, newest first, with further pages when the end comes near. */
function Works<Item extends Work>({ uid, kind, path, query = {}, empty, row }: WorksProps<Item>) {
  const { reader } = useReader();
  const works = useInfiniteQuery({
    queryKey: worksOf(uid, kind, reader),
    meta: { reader: reader ?? '' },
    queryFn: async ({ pageParam, signal }): Promise<Page<Item>> => {
      const parameters = new URLSearchParams({ ...query, ...(pageParam !== null && { cursor: pageParam }) });
      return (await api.get<Page<Item>>(`${path}?${parameters}`, { signal })).data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const items = works.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <LoadFailure query={works} subject="This page" className={styles.alert}>
        Failed to fetch {kind}
      </LoadFailure>
      {works.isPending && (
        <div className={styles.list} aria-hidden="true">
          <Skeleton height={96} radius={16} />
          <Skeleton height={96} radius={16} />
        </div>
      )}
      {works.data && items.length === 0 && <EmptyState title={empty} />}
      {items.length > 0 && (
        <ul className={styles.list}>
          {items.map((item) => (
            <Card as="li" key={item.id} className={styles.row}>
              {row(item)}
            </Card>
          ))}
        </ul>
      )}
      {works.hasNextPage && <MoreResults query={works}>Failed to fetch {kind}</MoreResults>}
    </>
  );
}

interface RowProps {
  picture: Pick<RecipeCard, 'imageUrl' | 'pictures'>;
  to: string;
  title: string;
  children: ReactNode;
}

const Row = ({ picture, to, title, children }: RowProps) => (
  <>
    <RecipePicture recipe={picture} sizes="96px" className={styles.picture} />
    <div className={styles.words}>
      <h2 className={styles.title} dir="auto">
        <CardLink to={to}>{title}</CardLink>
      </h2>
      <p className={styles.facts}>{children}</p>
    </div>
  </>
);
