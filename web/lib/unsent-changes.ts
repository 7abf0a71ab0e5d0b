import { useSyncExternalStore } from 'react';
import { queryClient } from './query-client.ts';

/**
 * Changes that wait for a network or the server, or are on their way and would wait. They are in this page only: they go
 * with it, and with whoever made them.
 */
export const unsentChanges = (): number =>
  queryClient
    .getMutationCache()
    .findAll({ status: 'pending', predicate: ({ options }) => options.networkMode === 'online' }).length;

const subscribe = (listener: () => void) => queryClient.getMutationCache().subscribe(listener);

export const useUnsentChanges = (): number => useSyncExternalStore(subscribe, unsentChanges);
