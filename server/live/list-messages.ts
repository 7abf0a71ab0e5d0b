import type { Projected } from '../../projections/definitions/projection.ts';
import type { GroceryList } from '../core/contracts/grocery-list.ts';
import type { ClearedItems, LiveMessage } from '../core/contracts/live.ts';
import type { GroceryListEvent } from '../core/domain/grocery-list/events.ts';
import { positionOf, revisionsOf } from './batch-span.ts';
import { type Addressed, listRoom, type Room } from './rooms.ts';

export type OfList = Projected<GroceryListEvent>;

/** All lists of an owner share the room of the main list: the same users may read them. */
export const roomOf = ({ listId, mainListId = listId }: GroceryList): Room => listRoom(mainListId);

/** What a batch has changed in a list. */
export function listMessage(list: GroceryList, events: readonly OfList[]): Addressed {
  const touched = new Set(events.flatMap(itemIds));
  const changed = list.items.filter(({ id }) => touched.has(id));
  const listed = new Set(list.items.map(({ id }) => id));
  const removed = [...touched].filter((id) => !listed.has(id));
  const cleared = clearedItems(events);
  const message: LiveMessage = {
    kind: 'list.changed',
    position: positionOf(events),
    listId: list.listId,
    ...revisionsOf(events),
    changed,
    removed,
    ...(cleared.length > 0 && { cleared }),
  };
  return { room: roomOf(list), message };
}

/** Ids of the items that an event changes. */
function itemIds({ type, data }: OfList): string | string[] {
  switch (type) {
    case 'GroceryItemsAdded':
    case 'GroceryItemsRestored':
      return data.items.map(({ id }) => id);
    case 'GroceryListCleared':
      return data.items.map(({ itemId }) => itemId);
    case 'GroceryItemChanged':
    case 'GroceryItemChecked':
    case 'GroceryItemUnchecked':
    case 'GroceryItemRemoved':
      return data.itemId;
  }
}

/** The commands that cleared several items, other than by an undo or a move, or with a planned meal: the members are informed. */
function clearedItems(events: readonly OfList[]): ClearedItems[] {
  const removals = events.filter(isRemoval).filter(({ meta }) => meta.commandId !== undefined);
  return [...Map.groupBy(removals, ({ meta }) => meta.commandId ?? '')].flatMap(([changeId, [first, ...others]]) => {
    if (!first) return [];
    const count = [first, ...others].flatMap(itemIds).length;
    return count > 1 ? [{ changeId, by: first.meta.actor, count }] : [];
  });
}

const isRemoval = ({ type, data }: OfList): boolean =>
  type === 'GroceryListCleared' ||
  (type === 'GroceryItemRemoved' && !('undoes' in data || 'movedTo' in data || 'takenBack' in data));
