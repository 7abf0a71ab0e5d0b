import type { HistoryEntry } from '../core/contracts/grocery-list.ts';
import { upcast } from '../core/domain/event-versions.ts';
import { type GroceryListEvent, groceryListCategory } from '../core/domain/grocery-list/events.ts';
import { groceryListEvents } from '../core/domain/grocery-list/upcast.ts';
import type { EventLog, RecordedEvent } from '../core/event-log.ts';

/** An entry as recorded in the log: `by` is a uid. */
export type RecordedEntry = Omit<HistoryEntry, 'by'> & { readonly by: string };

export interface HistoryRange {
  /** Maximum number of entries. */
  readonly limit: number;
  /** Revision to continue from: `next` of the previous page. Default: the newest entry. */
  readonly from?: bigint;
}

/** The changes of a list with their authors, newest first; `next` is undefined on the last page. */
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

/** Reads the history from the log itself: the recorded events, independent of any read model. */
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
