import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/**
 * Changes the data of each cached query under the key. An invalidated query stays invalidated, so that it is fetched again
 * when it is shown.
 */
export function updateQueries<T extends object>(queryKey: QueryKey, change: (data: T, queryKey: QueryKey) => T): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    const data = queryClient.getQueryData<T>(query.queryKey);
    const changed = data && change(data, query.queryKey);
    if (changed === data) continue;
    const { isInvalidated } = query.state;
    queryClient.setQueryData<T>(query.queryKey, changed);
    if (isInvalidated) query.invalidate();
  }
}
