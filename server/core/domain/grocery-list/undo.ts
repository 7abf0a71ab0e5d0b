import { fieldGroups } from '../../contracts/field-groups.ts';
import type { GroceryListEvent } from './events.ts';
import { entryOf, type ItemEntry, itemChanged } from './item-entry.ts';
import type { Effect, RecentChange } from './recent-changes.ts';
import { groceryListRefusals } from './refusals.ts';
import { absentItems, type GroceryListState, removedItems } from './state.ts';

/**
 * The events that undo a change, in the reverse order of its effects. What others have changed since stays as it is.
 * @throws Refusal
 */
export function undo(state: GroceryListState, changeId: string): GroceryListEvent[] {
  const change = findChange(state, changeId);
  if (!change) throw groceryListRefusals.changeNotFound();
  if (change.isUndone) throw groceryListRefusals.alreadyUndone();
  const events = reverseAll(state, change);
  if (events.length === 0) throw groceryListRefusals.nothingToUndo();
  return events;
}

/** Whether undoing a change would have an effect now. */
export function canUndo(state: GroceryListState, changeId: string): boolean {
  const change = findChange(state, changeId);
  return change !== undefined && !change.isUndone && reverseAll(state, change).length > 0;
}

const findChange = ({ changes }: GroceryListState, changeId: string): RecentChange | undefined =>
  changes.list.findLast(({ id }) => id === changeId);

function reverseAll(state: GroceryListState, change: RecentChange): GroceryListEvent[] {
  const { list } = state.changes;
  const since = list.slice(list.indexOf(change) + 1).filter(isInEffect);
  const removedIds = change.effects
    .filter((effect) => effect.kind === 'removed' && !isRepeated(effect, since))
    .map(({ itemId }) => itemId);
  return [
    ...change.effects.toReversed().flatMap((effect) => reverse(state, effect, since, change.id)),
    ...restore(state, removedIds, change.id),
  ];
}

/** A change that was undone, and the one that undid it, have no effect together. */
const isInEffect = ({ isUndone, undoes }: RecentChange): boolean => !isUndone && undoes === undefined;

/** Whether a later change did the same to the item again, so that it is that change which would be undone. */
const isRepeated = ({ kind, itemId }: Effect, since: readonly RecentChange[]): boolean =>
  since.some(({ effects }) => effects.some((later) => later.kind === kind && later.itemId === itemId));

/** The event that reverses an effect, if it can be reversed. Removed items are restored together, by `restore`. */
function reverse(
  state: GroceryListState,
  effect: Effect,
  since: readonly RecentChange[],
  undoes: string,
): GroceryListEvent[] {
  const item = state.items.get(effect.itemId);
  if (!item) return [];
  const data = { itemId: item.id, name: item.name, undoes };
  switch (effect.kind) {
    case 'added':
      // As if it had not been added: its planned meal may bring it again.
      return [{ type: 'GroceryItemRemoved', data: { ...data, ...(item.plannedMeal && { takenBack: true }) } }];
    case 'restored':
      return [{ type: 'GroceryItemRemoved', data: { ...data, ...(effect.wasTakenBack && { takenBack: true }) } }];
    case 'removed':
      return [];
    case 'checked':
      return item.checkedBy === undefined || isRepeated(effect, since) ? [] : [{ type: 'GroceryItemUnchecked', data }];
    case 'unchecked':
      return item.checkedBy !== undefined || isRepeated(effect, since) ? [] : [{ type: 'GroceryItemChecked', data }];
    case 'edited': {
      const from = entryOf(item);
      const to = withFormerValues(from, effect, since);
      return to === from ? [] : [itemChanged(item.id, from, to, undoes)];
    }
  }
}

/** The entry with the values before an edit where they have not been changed since; the same object if there are none. */
function withFormerValues(
  entry: ItemEntry,
  { itemId, from, to }: Extract<Effect, { kind: 'edited' }>,
  since: readonly RecentChange[],
): ItemEntry {
  const laterEdits = since
    .flatMap(({ effects }) => effects)
    .filter((effect) => effect.kind === 'edited')
    .filter((effect) => effect.itemId === itemId);
  const restored = fieldGroups.flatMap((fields) => {
    const isSame = (a: ItemEntry, b: ItemEntry) => fields.every((field) => a[field] === b[field]);
    const isChangedSince = !isSame(entry, to) || laterEdits.some((later) => !isSame(later.from, later.to));
    return isSame(from, to) || isChangedSince ? [] : [...fields];
  });
  if (restored.length === 0) return entry;
  return { ...entry, ...Object.fromEntries(restored.map((field) => [field, from[field]])) };
}

function restore(state: GroceryListState, itemIds: readonly string[], undoes: string): GroceryListEvent[] {
  const items = absentItems(state, removedItems(state, itemIds));
  return items.length === 0 ? [] : [{ type: 'GroceryItemsRestored', data: { items, undoes } }];
}
