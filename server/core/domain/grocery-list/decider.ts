import { groceryLimits } from '../../contracts/limits.ts';
import { line } from '../text.ts';
import {
  type GroceryListEvent,
  groceryListCategory,
  type ListedItem,
  type MergedItem,
  type RestoredItem,
} from './events.ts';
import { detailsOf, entryOf, itemChanged } from './item-entry.ts';
import { mergedItems, removeMealLine, stillMissing } from './meal-lines.ts';
import { type EditedValues, type ItemEdit, mergeEdit } from './merge-edit.ts';
import { type MovingCommand, moveIn, moveOut } from './moving.ts';
import { groceryListRefusals } from './refusals.ts';
import {
  absentItems,
  assertNotTooMany,
  currentId,
  currentIds,
  evolve,
  type GroceryListState,
  initial,
  lastCleared,
  removedItems,
  weight,
} from './state.ts';
import { undo } from './undo.ts';
import { groceryListEvents } from './upcast.ts';

export type NewItem = Omit<ListedItem, 'order'>;

export type GroceryListCommand =
  /** Merges what the planned meals of items have brought before. `members`: the uids of those to whom items can be assigned. */
  | { type: 'AddItems'; items: NewItem[]; members?: readonly string[] | undefined }
  | ({
      type: 'ChangeItem';
      itemId: string;
      checked?: boolean | undefined;
      members?: readonly string[] | undefined;
    } & ItemEdit)
  /** Checks or unchecks the items with these ids that are on the list. */
  | { type: 'CheckItems'; itemIds: readonly string[]; checked: boolean }
  | { type: 'RemoveItem'; itemId: string }
  /**
   * Removes what a planned meal has brought and nobody has checked. `instead`: what is added in its place, like `AddItems`;
   * then items that a member has changed stay, too, as they are. `itemIds`: of its items, only these are removed.
   */
  | {
      type: 'TakeBack';
      mealId: string;
      itemIds?: readonly string[] | undefined;
      instead?: NewItem[] | undefined;
      members?: readonly string[] | undefined;
    }
  /** Removes the items with these ids that are on the list; without ids, all items. `onlyChecked`: of these, the checked ones. */
  | { type: 'ClearList'; itemIds?: string[] | undefined; onlyChecked?: boolean | undefined }
  /**
   * Without ids: the items that the last clearing of the whole list removed, even if others were removed since. `removedBy`:
   * only those of the items that this member was the last to remove.
   */
  | { type: 'RestoreItems'; itemIds?: string[] | undefined; removedBy?: string | undefined }
  | MovingCommand
  /** Undoes what a command has changed, as far as nobody has changed it since. `changeId`: the id of that command. */
  | { type: 'UndoChange'; changeId: string };

const listedItem = (state: GroceryListState, itemId: string): RestoredItem => {
  const item = state.items.get(currentId(state, itemId));
  if (item === undefined) throw groceryListRefusals.itemNotFound();
  return item;
};

const namedItem = ({ id, name }: RestoredItem) => ({ itemId: id, name });

const validName = (name: string, field: string): string => {
  const normalized = line(name);
  if (normalized === '') throw groceryListRefusals.nameRequired(field);
  return normalized;
};

/** Clients may create the ids of items. A removed item can be restored, so its id is still in use. */
const isUsed = ({ items, newestRemovals }: GroceryListState, { id }: NewItem): boolean =>
  items.has(id) || newestRemovals.has(id);

function assertUnusedIds(state: GroceryListState, items: readonly NewItem[]): void {
  if (items.some((item) => isUsed(state, item)) || new Set(items.map(({ id }) => id)).size < items.length)
    throw groceryListRefusals.idInUse();
}

function assertMember(uid: string, members: readonly string[], field: string): void {
  if (uid !== '' && !members.includes(uid)) throw groceryListRefusals.assigneeNotAMember(field);
}

function normalizedItem(item: NewItem, path: string, members: readonly string[]): NewItem {
  const { note = '', assignedTo = '', category = '', ...rest } = item;
  assertMember(assignedTo, members, `${path}/assignedTo`);
  return {
    ...rest,
    name: validName(item.name, `${path}/name`),
    amount: line(item.amount),
    unit: line(item.unit),
    ...(item.recipeTitle !== undefined && { recipeTitle: line(item.recipeTitle) }),
    ...detailsOf({ note: line(note), assignedTo, category: line(category) }),
  };
}

function add(
  state: GroceryListState,
  wanted: NewItem[],
  members: readonly string[] = [],
  max: number = groceryLimits.items,
): GroceryListEvent[] {
  const normalized = wanted.map((item, i) => normalizedItem(item, `ingredients/${i}`, members));
  const items = stillMissing(state.mealLines, normalized);
  const merged = items.length === normalized.length ? [] : mergedWith(state, normalized, items);
  if (items.length + merged.length === 0) return [];
  assertNotTooMany(items.length, state, max);
  assertUnusedIds(state, items);
  const listed = items.map((item, i) => ({ ...item, order: state.nextOrder + i }));
  return [{ type: 'GroceryItemsAdded', data: { items: listed, ...(merged.length > 0 && { merged }) } }];
}

/** The wanted items that are on the list already, each with the item that it becomes. */
function mergedWith(state: GroceryListState, wanted: readonly NewItem[], missing: readonly NewItem[]): MergedItem[] {
  const missingIds = new Set(missing.map(({ id }) => id));
  const others = wanted.filter((item) => !missingIds.has(item.id) && !isUsed(state, item));
  return mergedItems(state.mealLines, others, (id) => state.items.has(id));
}

function takeBack(
  state: GroceryListState,
  { mealId, itemIds, instead = [], members }: Extract<GroceryListCommand, { type: 'TakeBack' }>,
): GroceryListEvent[] {
  const isReplacing = instead.length > 0;
  const chosen = itemIds && new Set(currentIds(state, itemIds));
  const open = [...state.items.values()].filter(
    ({ id, plannedMeal, checkedBy, changedBy }) =>
      plannedMeal?.id === mealId &&
      checkedBy === undefined &&
      !(isReplacing && changedBy !== undefined) &&
      chosen?.has(id) !== false,
  );
  const events: GroceryListEvent[] = open.map((item) => ({
    type: 'GroceryItemRemoved',
    data: { ...namedItem(item), takenBack: true },
  }));
  if (!isReplacing) return events;
  // `add` does not see the items that are removed here, whose ids stay in use.
  assertUnusedIds(state, instead);
  // A list that has more items than can be added may keep as many.
  const max = Math.max(groceryLimits.items, state.items.size);
  return [...events, ...add(withoutItems(state, open), instead, members, max)];
}

/** The list as if these items had never been on it. */
function withoutItems(state: GroceryListState, removed: readonly RestoredItem[]): GroceryListState {
  const items = new Map(state.items);
  const mealLines = new Map(Array.from(state.mealLines, ([mealId, lines]) => [mealId, new Map(lines)]));
  for (const item of removed) {
    items.delete(item.id);
    removeMealLine(mealLines, item);
  }
  return { ...state, items, mealLines };
}

const optionalLine = (written: string | undefined) => (written === undefined ? undefined : line(written));

const normalizedValues = ({ name, amount, unit, note, assignedTo, category }: EditedValues): EditedValues => ({
  name: optionalLine(name),
  amount: optionalLine(amount),
  unit: optionalLine(unit),
  note: optionalLine(note),
  assignedTo,
  category: optionalLine(category),
});

const normalized = ({ from, ...to }: ItemEdit): ItemEdit => ({
  ...normalizedValues(to),
  name: to.name === undefined ? undefined : validName(to.name, 'name'),
  from: from && normalizedValues(from),
});

function change(state: GroceryListState, command: Extract<GroceryListCommand, { type: 'ChangeItem' }>) {
  const item = listedItem(state, command.itemId);
  const before = entryOf(item);
  const after = mergeEdit(before, normalized(command));
  if (after.assignedTo !== before.assignedTo) assertMember(after.assignedTo, command.members ?? [], 'assignedTo');
  const events: GroceryListEvent[] = after === before ? [] : [itemChanged(item.id, before, after)];
  return command.checked === undefined
    ? events
    : [...events, ...checkItem({ ...item, name: after.name }, command.checked)];
}

function checkItem(item: RestoredItem, checked: boolean): GroceryListEvent[] {
  if (checked === (item.checkedBy !== undefined)) return [];
  return [{ type: checked ? 'GroceryItemChecked' : 'GroceryItemUnchecked', data: namedItem(item) }];
}

/** A member checks the items that they see. Those that others have removed meanwhile do not keep the rest unchecked. */
function checkItems(state: GroceryListState, itemIds: readonly string[], checked: boolean): GroceryListEvent[] {
  const items = currentIds(state, itemIds).flatMap((id) => state.items.get(id) ?? []);
  if (items.length === 0) throw groceryListRefusals.itemNotFound();
  return items.flatMap((item) => checkItem(item, checked));
}

/** A member clears the items that they see. If others were added meanwhile, those stay, and no clearing is recorded. */
function clear(
  state: GroceryListState,
  { itemIds, onlyChecked = false }: Extract<GroceryListCommand, { type: 'ClearList' }>,
): GroceryListEvent[] {
  const chosen = new Set(itemIds ? currentIds(state, itemIds) : state.items.keys());
  const isCleared = ({ id, checkedBy }: RestoredItem) => chosen.has(id) && (!onlyChecked || checkedBy !== undefined);
  const items = [...state.items.values()].filter(isCleared).map(namedItem);
  if (items.length < state.items.size) return items.map((data) => ({ type: 'GroceryItemRemoved', data }));
  return items.length === 0 ? [] : [{ type: 'GroceryListCleared', data: { items } }];
}

function restore(
  state: GroceryListState,
  { itemIds, removedBy }: Extract<GroceryListCommand, { type: 'RestoreItems' }>,
): GroceryListEvent[] {
  const removed = itemIds ? removedItems(state, currentIds(state, itemIds)) : lastCleared(state);
  const isMeant = ({ id }: RestoredItem) =>
    removedBy === undefined || state.newestRemovals.get(id)?.actor === removedBy;
  const items = absentItems(state, removed.filter(isMeant));
  if (items.length === 0) throw groceryListRefusals.nothingToRestore();
  assertNotTooMany(items.length, state, groceryLimits.savedItems);
  return [{ type: 'GroceryItemsRestored', data: { items } }];
}

function decide(command: GroceryListCommand, state: GroceryListState): GroceryListEvent[] {
  switch (command.type) {
    case 'AddItems':
      return add(state, command.items, command.members);
    case 'ChangeItem':
      return change(state, command);
    case 'CheckItems':
      return checkItems(state, command.itemIds, command.checked);
    case 'RemoveItem':
      return [{ type: 'GroceryItemRemoved', data: namedItem(listedItem(state, command.itemId)) }];
    case 'TakeBack':
      return takeBack(state, command);
    case 'ClearList':
      return clear(state, command);
    case 'RestoreItems':
      return restore(state, command);
    case 'MoveIn':
      return moveIn(state, command);
    case 'MoveOut':
      return moveOut(state, command);
    case 'UndoChange': {
      const events = undo(state, command.changeId);
      for (const event of events) {
        if (event.type === 'GroceryItemsRestored')
          assertNotTooMany(event.data.items.length, state, groceryLimits.savedItems);
      }
      return events;
    }
  }
}

export const groceryList = {
  category: groceryListCategory,
  events: groceryListEvents,
  initial,
  decide,
  evolve,
  weight,
};
