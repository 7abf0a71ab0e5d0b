import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FoundRecipes } from '../../../../server/core/contracts/finding.ts';
import type { GroceryLists } from '../../../../server/core/contracts/grocery-lists.ts';
import { api } from '../../../lib/api-client.ts';
import { everyone } from '../../../lib/query-client.ts';
import { type Finding, queryOf } from './finding.ts';

const pageSize = 24;

/**
 * The results stay on the screen while others are fetched. Likes are not pushed to this screen, so what depends on them is
 * fetched again when it is shown.
 * @param reader must be a user for what they like
 */
export const foundRecipesQuery = (finding: Finding, reader: string | null) =>
  infiniteQueryOptions({
    queryKey: ['recipes', 'found', queryOf(finding).toString(), finding.liked ? reader : everyone],
    queryFn: async ({ pageParam, signal }) => {
      const query = queryOf(finding);
      query.set('limit', String(pageSize));
      if (pageParam !== null) query.set('cursor', pageParam);
      return (await api.get<FoundRecipes>(`/recipes/find?${query}`, { signal })).data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    ...((finding.liked || finding.sort === 'mostLiked') && { staleTime: 0 }),
    meta: { reader: finding.liked ? reader : everyone },
  });

/** Names of what the user has bought, most likely needed again first. */
export const boughtNamesQuery = (uid: string | null) =>
  queryOptions({
    queryKey: ['recipes', 'bought', uid],
    queryFn: async ({ signal }) => {
      const { data } = await api.get<GroceryLists>(`/grocery-list/${uid}/lists`, { signal });
      return data.used.map(({ name }) => name);
    },
    enabled: uid !== null,
    staleTime: 10 * 60_000,
    meta: { reader: uid },
  });
