import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/**
 * Folds news into each cached query under the key. One that has missed something before keeps that mark, so that it is
 * read again when it is shown.
 */
export function foldInto<T extends object>(queryKey: QueryKey, fold: (data: T) => T): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    const { isInvalidated } = query.state;
    const data = queryClient.getQueryData<T>(query.queryKey);
    const folded = data && fold(data);
    if (folded === data) continue;
    queryClient.setQueryData<T>(query.queryKey, folded);
    if (isInvalidated) query.invalidate();
  }
}
