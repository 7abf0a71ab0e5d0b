import type { QueryKey } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { type LiveStatus, useLiveStatus } from './live.ts';
import { queryClient } from './query-client.ts';

/**
 * The live status of a query's data. It is `live` once the socket is connected and the query was fetched after messages
 * were last missed; a connection alone says nothing about data that was fetched before it.
 */
export function useLiveStatusOf(queryKey: QueryKey): LiveStatus {
  const status = useLiveStatus();
  const isFetched = () => {
    const query = queryClient.getQueryState(queryKey);
    return query?.data !== undefined && !query.isInvalidated;
  };
  const isCurrent = useSyncExternalStore(
    useCallback((listener) => queryClient.getQueryCache().subscribe(listener), []),
    isFetched,
    isFetched,
  );
  return status === 'live' && !isCurrent ? 'connecting' : status;
}
