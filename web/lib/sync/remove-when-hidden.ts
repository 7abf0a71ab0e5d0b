import type { Query } from '@tanstack/react-query';
import { queryClient } from '../query-client.ts';
import { forgetDocuments } from './kept-documents.ts';

/**
 * Removes the queries whose keys have one of these parts from the cache. One on the screen would be fetched again: it is
 * removed once it is hidden.
 * @param onRemoved called when all are removed
 */
function removeWhenHidden(parts: readonly string[], onRemoved: () => void): void {
  const cache = queryClient.getQueryCache();
  const removed: readonly unknown[] = parts;
  const filters = { predicate: ({ queryKey }: Query) => queryKey.some((part) => removed.includes(part)) };
  const unsubscribe = cache.subscribe(({ type }) => {
    if (type === 'observerRemoved') remove();
  });
  const remove = () => {
    queryClient.removeQueries({ ...filters, type: 'inactive' });
    if (cache.findAll(filters).length > 0) return;
    unsubscribe();
    onRemoved();
  };
  remove();
}

/** Deletes what the cache and this browser keep of these lists, or of all lists and plans of these households. */
export function forgetKept(ids: readonly string[]): void {
  const forgetStored = () => {
    forgetDocuments(ids).catch(reportError);
  };
  forgetStored();
  // While it is on the screen, it may be stored again.
  removeWhenHidden(ids, forgetStored);
}
