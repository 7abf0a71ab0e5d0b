import type { HistoryEntry } from '../core/contracts/grocery-list.ts';
import { upcast } from '../core/domain/event-versions.ts';
import { type GroceryListEvent, groceryListCategory } from '../core/domain/grocery-list/events.ts';
import { groceryListEvents } from '../core/domain/grocery-list/upcast.ts';
import type { EventLog, RecordedEvent } from '../core/event-log.ts';

/** An entry as the log tells it: `by` is a uid. */
export type RecordedEntry = Omit<HistoryEntry, 'by'> & { readonly by: string };

export interface HistoryRange {
  /** Entries wanted, at most. */
  readonly limit: number;
  /** Where to go on: `next` of the page before. Default: the newest entry. */
  readonly from?: bigint;
}

/** Who did what on a list, newest first; `next` is undefined at the beginning of the list. */
export type GroceryHistory = (
  listId: string,
  range: HistoryRange,
) => Promise<{ entries: RecordedEntry[]; next: bigint | undefined }>;

const did: Record<GroceryListEvent['type'], HistoryEntry['did']> = {
  GroceryItemsAdded: 'added',
  GroceryItemChanged: 'changed',
  GroceryItemChecked: 'checked',
  GroceryItemUnchecked: 'unchecked',
  GroceryItemRemoved: 'removed',
  GroceryListCleared: 'cleared',
  GroceryItemsRestored: 'restored',
};

/** Reads the history from the log itself: it is what was recorded, not what a read model made of it. */
export const createGroceryHistory =
  (log: EventLog): GroceryHistory =>
  async (listId, { limit, from }) => {
    const entries: RecordedEntry[] = [];
    const stream = `${groceryListCategory}-${listId}`;
    const backwards = { direction: 'backwards', limit: limit + 1, ...(from !== undefined && { from }) } as const;
    for await (const event of log.readStream(stream, backwards)) {
      if (entries.length === limit) return { entries, next: event.revision };
      entries.push(entryOf(upcast(groceryListEvents, event)));
    }
    return { entries, next: undefined };
  };

const entryOf = (event: RecordedEvent & GroceryListEvent): RecordedEntry => ({
  revision: event.revision.toString(),
  at: event.meta.at,
  by: event.meta.actor,
  did: did[event.type],
  items: itemsOf(event),
});

function itemsOf(event: GroceryListEvent): HistoryEntry['items'] {
  switch (event.type) {
    case 'GroceryItemsAdded':
    case 'GroceryItemsRestored':
      return event.data.items.map(({ id, name }) => ({ id, name }));
    case 'GroceryListCleared':
      return event.data.items.map(({ itemId, name }) => ({ id: itemId, name }));
    default:
      return [{ id: event.data.itemId, name: event.data.name }];
  }
}
