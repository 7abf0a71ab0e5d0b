import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { People } from '../../server/core/contracts/people.ts';
import { api } from './api-client.ts';

/** People who have published, by the beginning of their name or of a word in it, in lower case. */
export const peopleQuery = (beginning: string) =>
  queryOptions({
    queryKey: ['found-people', beginning] as const,
    queryFn: async ({ signal }) =>
      (await api.get<People>(`/people?${new URLSearchParams({ q: beginning })}`, { signal })).data.items,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
