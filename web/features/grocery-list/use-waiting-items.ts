import { useMemo } from 'react';
import { usePausedChangeCount } from '../../lib/sync/send-changes.ts';
import { lists } from './api.ts';
import { itemIdsOf } from './list-changes.ts';

const none: ReadonlySet<string> = new Set();

/** The ids of the items with changes that wait for a network or for the server. */
export function useWaitingItems(reader: string, whose: string): ReadonlySet<string> {
  const pending = lists.usePending(reader, whose);
  const isPaused = usePausedChangeCount() > 0;
  return useMemo(() => {
    if (!isPaused) return none;
    const waiting = pending.filter(({ response }) => response === undefined);
    return new Set(waiting.flatMap(({ change }) => itemIdsOf(change)));
  }, [pending, isPaused]);
}
