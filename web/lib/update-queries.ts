import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/**
 * Changes the data of each cached query under the key. All else stays: an invalidated query is fetched again when it is
 * shown, and one whose last fetch failed keeps its error. `setQueryData` would reset both, and a fetch in progress that is
 * cancelled would restore that state.
 */
export function updateQueries<T extends object>(queryKey: QueryKey, change: (data: T, queryKey: QueryKey) => T): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    const data = queryClient.getQueryData<T>(query.queryKey);
    const changed = data && change(data, query.queryKey);
    if (changed === data) continue;
    const { isInvalidated, fetchStatus, status } = query.state;
    const isCurrent = !isInvalidated && fetchStatus === 'idle' && status === 'success';
    query.setState({ data: changed, ...(isCurrent && { dataUpdatedAt: Date.now() }) });
  }
}
