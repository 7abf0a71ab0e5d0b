import { useSyncExternalStore } from 'react';
import { queryClient } from './query-client.ts';

/**
 * The number of changes that wait for a network or the server, or are in flight and may have to wait. They exist in this
 * page only, and are lost when it closes or their author leaves.
 */
export const unsentChanges = (): number =>
  queryClient
    .getMutationCache()
    .findAll({ status: 'pending', predicate: ({ options }) => options.networkMode === 'online' }).length;

const subscribe = (listener: () => void) => queryClient.getMutationCache().subscribe(listener);

export const useUnsentChanges = (): number => useSyncExternalStore(subscribe, unsentChanges);
