import { queryOptions } from '@tanstack/react-query';
import type { FoundRecipes } from '../../../../server/core/contracts/finding.ts';
import type { LongAgo } from '../../../../server/core/contracts/long-ago.ts';
import { api } from '../../../lib/api-client.ts';
import { inSeason } from './seasons.ts';

const hourMs = 3_600_000;
/** Ideas are no reason for an error on the screen, nor for another request. */
const quietly = { staleTime: hourMs, gcTime: hourMs, retry: false } as const;

/** What is in season, if there are recipes with it. */
export function seasonQuery() {
  const name = inSeason(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  return queryOptions({
    queryKey: ['recipes', 'season', name],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ q: name, limit: '1' });
      const { data } = await api.get<FoundRecipes>(`/recipes/find?${query}`, { signal });
      return data.total > 0 ? name : '';
    },
    ...quietly,
  });
}

/** Recipes that the user has not planned for long. */
export const longAgoQuery = (uid: string) =>
  queryOptions({
    queryKey: ['recipes', 'long-ago', uid],
    queryFn: async ({ signal }) => (await api.get<LongAgo>(`/meal-plan/${uid}/long-ago`, { signal })).data.items,
    ...quietly,
    meta: { reader: uid },
  });
