import { useEffect, useEffectEvent } from 'react';
import type { GroceryList } from '../../../server/core/contracts/grocery-list.ts';
import type { ClearedItems, LiveMessage } from '../../../server/core/contracts/live.ts';
import type { Face } from '../../components/faces.tsx';
import { groceryListsKey } from '../../lib/add-to-grocery-list.ts';
import { formatCount } from '../../lib/format-count.ts';
import { onLive } from '../../lib/live.ts';
import { queryClient } from '../../lib/query-client.ts';
import { undoOffers } from '../../lib/undo-offers.ts';
import { lists } from './api.ts';

/** Says when another member or device has cleared items of the shown list, and offers to undo it. */
export function useClearedByOthers(reader: string, whose: string, members: readonly Face[] = []): void {
  const pending = lists.usePending(reader, whose);
  const offerUndo = ({ changeId, by, count }: ClearedItems) => {
    const items = <b>{formatCount(count, 'item')}</b>;
    const name = members.find(({ uid }) => uid === by)?.name ?? 'A member';
    const undo = { kind: 'undo', changeId, removes: [], unchecks: [] } as const;
    undoOffers.showAfterCurrent({
      changeKey: changeId,
      message:
        by === reader ? (
          <>Cleared {items} on another device</>
        ) : (
          <>
            <b>{name}</b> cleared {items}
          </>
        ),
      onUndo: () => lists.change([reader, whose], undo),
    });
  };
  const receive = useEffectEvent((message: LiveMessage) => {
    if (message.kind !== 'list.changed') return;
    const list = queryClient.getQueryData<GroceryList>([...groceryListsKey, reader, whose]);
    if (list?.listId !== message.listId) return;
    // A change that was made here stays pending until its message has been applied.
    const isClearing = pending.some(({ change }) => change.kind === 'clear');
    for (const cleared of message.cleared ?? []) if (cleared.by !== reader || !isClearing) offerUndo(cleared);
  });
  useEffect(() => onLive(receive), []);
}
