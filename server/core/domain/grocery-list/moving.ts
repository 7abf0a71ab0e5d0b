import { groceryLimits } from '../../contracts/limits.ts';
import type { GroceryListEvent, RestoredItem } from './events.ts';
import { entryOf } from './item-entry.ts';
import { groceryListRefusals } from './refusals.ts';
import { type Arrival, assertNotTooMany, type GroceryListState } from './state.ts';

export type MovingCommand =
  /**
   * Adds items of another list, `from`, at the end. `recordsPresent`: also records the arrival of those that are on this list
   * already, because another member is moving them away and has not removed them yet. `beyondLimit`: up to `savedItems`,
   * because they would be lost otherwise. `without`: those that were removed from here since, or also those that were moved.
   */
  | {
      type: 'MoveIn';
      items: readonly RestoredItem[];
      from: string;
      recordsPresent?: boolean;
      beyondLimit?: boolean;
      without?: 'removed' | 'removed or moved';
    }
  /**
   * Removes items that are on another list, `to`, now. What was changed since they were copied stays. `arrivals`: those of the
   * state in which they were copied; an item that was moved back here since stays, because it is not on `to` any more.
   */
  | {
      type: 'MoveOut';
      items: readonly RestoredItem[];
      to: string;
      arrivals: ReadonlyMap<string, Pick<Arrival, 'commandId'>>;
    };

type MoveIn = Extract<MovingCommand, { type: 'MoveIn' }>;
type MoveOut = Extract<MovingCommand, { type: 'MoveOut' }>;

export function moveIn(
  state: GroceryListState,
  { items, from: movedFrom, recordsPresent, beyondLimit, without }: MoveIn,
): GroceryListEvent[] {
  if (items.length === 0) throw groceryListRefusals.itemNotFound();
  const added = items
    .filter(({ id }) => !state.items.has(id) && !isLeftOut(state, id, without))
    .map((item, n) => ({ ...item, order: state.nextOrder + n }));
  assertNotTooMany(added.length, state, beyondLimit ? groceryLimits.savedItems : groceryLimits.items);
  const present = recordsPresent ? items.flatMap(({ id }) => state.items.get(id) ?? []) : [];
  const moved = [...present, ...added];
  return moved.length === 0 ? [] : [{ type: 'GroceryItemsRestored', data: { items: moved, movedFrom } }];
}

/** Whether an item is on the list, or was removed or moved from here. */
export const isOrWasHere = (state: GroceryListState, id: string): boolean =>
  state.items.has(id) || isLeftOut(state, id, 'removed or moved');

function isLeftOut({ newestRemovals, departures }: GroceryListState, id: string, without: MoveIn['without']): boolean {
  if (without === undefined) return false;
  return newestRemovals.has(id) || (without === 'removed or moved' && departures.has(id));
}

export const moveOut = (state: GroceryListState, { items, to: movedTo, arrivals }: MoveOut): GroceryListEvent[] =>
  items.flatMap((copy): GroceryListEvent[] => {
    const item = state.items.get(copy.id);
    const isMovedBack = state.arrivals.get(copy.id)?.commandId !== arrivals.get(copy.id)?.commandId;
    if (!item || isMovedBack || !isSameItem(item, copy)) return [];
    return [{ type: 'GroceryItemRemoved', data: { itemId: item.id, name: item.name, movedTo } }];
  });

function isSameItem(item: RestoredItem, copy: RestoredItem): boolean {
  const [entry, copied] = [entryOf(item), entryOf(copy)];
  const isSameEntry = Object.values(entry).every((value, n) => value === Object.values(copied)[n]);
  return isSameEntry && item.checkedBy === copy.checkedBy;
}
