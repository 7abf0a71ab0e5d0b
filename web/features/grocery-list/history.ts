import { infiniteQueryOptions, type Query } from '@tanstack/react-query';
import type { GroceryList, HistoryPage } from '../../../server/core/contracts/grocery-list.ts';
import { groceryListsKey } from '../../lib/add-to-grocery-list.ts';
import { api } from '../../lib/api-client.ts';
import { followLive } from '../../lib/follow-live.ts';
import { queryClient } from '../../lib/query-client.ts';

const historiesKey = ['grocery-list', 'history'] as const;
const historyKey = (reader: string, whose: string) => [...historiesKey, reader, whose] as const;

/** Entries of a page. The 100 changes that can be undone are on the first few pages. */
const pageSize = 50;

/** The history of a list, newest first. @param whose the id of the list or of its owner */
export const historyQuery = (reader: string, whose: string) =>
  infiniteQueryOptions({
    queryKey: historyKey(reader, whose),
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: String(pageSize), ...(pageParam !== null && { cursor: pageParam }) });
      return (await api.get<HistoryPage>(`/grocery-list/${whose}/history?${query}`, { signal })).data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    meta: { reader },
  });

/** Resolves when a history that is on the screen is fetched again, also if that fails. */
export const refreshHistory = (reader: string, whose: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: historyKey(reader, whose), exact: true });

/** From the first call on, fetches histories again after changes: each decides which of the others can be undone. */
export const followHistories = followLive((message) => {
  if (message.kind !== 'list.changed') return;
  const isOfList = ({ queryKey: [, , reader, whose] }: Query) => {
    const list = queryClient.getQueryData<GroceryList>([...groceryListsKey, reader, whose]);
    return list === undefined || list.listId === message.listId;
  };
  queryClient.invalidateQueries({ queryKey: historiesKey, predicate: isOfList }).catch(reportError);
});
