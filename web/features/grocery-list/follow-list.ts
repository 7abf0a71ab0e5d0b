import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { foldInto } from '../../lib/fold-live.ts';
import { groceryLists } from '../../lib/grocery-lists.ts';
import { onLive } from '../../lib/live.ts';
import { pendingChanges } from './api.ts';
import { type CachedList, foldChange } from './list-cache.ts';
import { sameForReaders, withPending } from './pending.ts';

let following = false;

/** From the first call on the cached lists take in what live messages tell, whether they are on the screen or not. */
export function followLists(): void {
  if (following) return;
  following = true;
  onLive((message) => {
    if (message.kind !== 'list.changed') return;
    foldInto<CachedList>(groceryLists, (list) =>
      list.listId === message.listId ? foldChange(list, message, { at: Date.now(), shows: whatIsShown(list) }) : list,
    );
  });
}

/** What was done here is on the screen already, so its message is no news. */
function whatIsShown(list: CachedList): (item: GroceryItem) => boolean {
  const shown = withPending(list, pendingChanges());
  const known = new Set(list.items.map(({ id }) => id));
  return (item) =>
    shown.some(
      (other) => sameForReaders(other, item) && (other.id === item.id || (!known.has(item.id) && !known.has(other.id))),
    );
}
