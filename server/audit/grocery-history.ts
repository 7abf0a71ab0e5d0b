import type { HistoryEntry } from '../core/contracts/grocery-list.ts';
import { upcast } from '../core/domain/event-versions.ts';
import {
  type GroceryItemChanged,
  type GroceryListEvent,
  groceryListCategory,
} from '../core/domain/grocery-list/events.ts';
import { groceryListEvents } from '../core/domain/grocery-list/upcast.ts';
import type { EventLog, RecordedEvent } from '../core/event-log.ts';

/** An entry as recorded in the log: users are uids. */
export type RecordedEntry = Omit<HistoryEntry, 'by' | 'undoneBy' | 'canUndo'> & {
  readonly by: string;
  readonly undoneBy?: string;
};

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

type ListEvent = RecordedEvent & GroceryListEvent;

/** Newer events in which to look for what undid the entries of an older page. Only recent changes can be undone. */
const maxNewerEvents = 1_000;

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
    const stream = `${groceryListCategory}-${listId}`;
    const backwards = { direction: 'backwards', limit: limit + 1, ...(from !== undefined && { from }) } as const;
    const page: ListEvent[] = [];
    for await (const event of log.readStream(stream, backwards)) page.push(upcast(groceryListEvents, event));
    const next = page.length > limit ? page.pop()?.revision : undefined;
    const newer: ListEvent[] = [];
    if (from !== undefined) {
      const forwards = { from: from + 1n, limit: maxNewerEvents };
      for await (const event of log.readStream(stream, forwards)) newer.push(upcast(groceryListEvents, event));
    }
    const undone = undoneChanges([...page.toReversed(), ...newer]);
    return { entries: page.map((event) => entryOf(event, undone)), next };
  };

/** Who undid which change, by the id of the change. A change whose undoing was undone is in effect again. */
function undoneChanges(events: readonly ListEvent[]): Map<string, string> {
  const undoneBy = new Map<string, string>();
  const undoing = new Map<string, string>();
  for (const event of events) {
    const undoes = undoesOf(event);
    if (undoes === undefined) continue;
    undoing.set(event.meta.commandId, undoes);
    let isUndone = true;
    for (let change: string | undefined = undoes; change !== undefined; change = undoing.get(change)) {
      if (isUndone) undoneBy.set(change, event.meta.actor);
      else undoneBy.delete(change);
      isUndone = !isUndone;
    }
  }
  return undoneBy;
}

const undoesOf = ({ data }: GroceryListEvent): string | undefined => ('undoes' in data ? data.undoes : undefined);

function entryOf(event: ListEvent, undone: ReadonlyMap<string, string>): RecordedEntry {
  const { commandId: changeId, at, actor } = event.meta;
  const undoes = undoesOf(event);
  const undoneBy = undone.get(changeId);
  return {
    revision: event.revision.toString(),
    changeId,
    at,
    by: actor,
    did: did[event.type],
    items: itemsOf(event),
    ...(event.type === 'GroceryItemChanged' && { fields: fieldsOf(event) }),
    ...movedBetween(event),
    ...(event.type === 'GroceryItemRemoved' && event.data.takenBack && { takenBack: true }),
    ...(undoes !== undefined && { undoes }),
    ...(undoneBy !== undefined && { undoneBy }),
  };
}

function movedBetween({ data }: GroceryListEvent): Pick<HistoryEntry, 'movedFrom' | 'movedTo'> {
  if ('movedFrom' in data && data.movedFrom !== undefined) return { movedFrom: data.movedFrom };
  return 'movedTo' in data && data.movedTo !== undefined ? { movedTo: data.movedTo } : {};
}

function itemsOf(event: GroceryListEvent): HistoryEntry['items'] {
  switch (event.type) {
    case 'GroceryItemsAdded':
    case 'GroceryItemsRestored':
      return event.data.items.map(({ id, name, amount, unit, recipeTitle }) => ({
        id,
        name,
        amount,
        unit,
        ...(recipeTitle !== undefined && { recipeTitle }),
      }));
    case 'GroceryItemChanged': {
      const { itemId, name, amount, unit } = event.data;
      return [{ id: itemId, name, amount, unit }];
    }
    case 'GroceryListCleared':
      return event.data.items.map(({ itemId, name }) => ({ id: itemId, name }));
    default:
      return [{ id: event.data.itemId, name: event.data.name }];
  }
}

/** The changed fields; all fields, without their former values, of an event that does not have these. */
function fieldsOf({ data }: GroceryItemChanged): NonNullable<HistoryEntry['fields']> {
  const { from } = data;
  return (['name', 'amount', 'unit', 'note', 'assignedTo', 'category'] as const).flatMap((field) => {
    const to = data[field];
    if (to === undefined) return [];
    if (!from) return { field, to };
    const former = from[field] ?? '';
    return former === to ? [] : { field, from: former, to };
  });
}
