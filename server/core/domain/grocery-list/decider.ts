import { groceryLimits } from '../../contracts/limits.ts';
import type { EventWithMetadata } from '../event-with-metadata.ts';
import { line } from '../text.ts';
import { type GroceryListEvent, groceryListCategory, type ListedItem, type RestoredItem } from './events.ts';
import { type ItemEdit, mergeEdit } from './merge-edit.ts';
import { groceryListRefusals } from './refusals.ts';
import { groceryListEvents } from './upcast.ts';

export type NewItem = Omit<ListedItem, 'order'>;

export type GroceryListCommand =
  | { type: 'AddItems'; items: NewItem[] }
  | ({ type: 'ChangeItem'; itemId: string; checked?: boolean | undefined } & ItemEdit)
  | { type: 'RemoveItem'; itemId: string }
  /** Removes the items with these ids that are on the list; without ids, all items. `onlyChecked`: of these, the checked ones. */
  | { type: 'ClearList'; itemIds?: string[] | undefined; onlyChecked?: boolean | undefined }
  /** Without ids: the items that the last clearing of the whole list removed, even if others were removed since. */
  | { type: 'RestoreItems'; itemIds?: string[] | undefined };

/** Removals that can be undone. Older ones are only in the history. */
const maxRemovals = 20;

/** The items that one command removed. */
interface Removal {
  readonly commandId: string;
  /** Whether it cleared the whole list. */
  readonly isClearing: boolean;
  /** By id: each addition looks its ids up in all removals. */
  readonly items: Map<string, RestoredItem>;
}

/** The state that decisions need. `evolve` owns the given state and mutates it. */
export interface GroceryListState {
  readonly items: Map<string, RestoredItem>;
  /** The last removals, newest last. */
  readonly removals: Removal[];
  nextOrder: number;
}

const listedItem = (state: GroceryListState, itemId: string): RestoredItem => {
  const item = state.items.get(itemId);
  if (item === undefined) throw groceryListRefusals.itemNotFound();
  return item;
};

const namedItem = ({ id, name }: RestoredItem) => ({ itemId: id, name });

const validName = (name: string, field: string): string => {
  const normalized = line(name);
  if (normalized === '') throw groceryListRefusals.nameRequired(field);
  return normalized;
};

const assertNotTooMany = (count: number, state: GroceryListState): void => {
  if (state.items.size + count > groceryLimits.items) throw groceryListRefusals.listFull();
};

/** Clients may create the ids of items. A removed item can be restored, so its id is still in use. */
function assertUnusedIds(state: GroceryListState, items: readonly NewItem[]): void {
  const isUsed = ({ id }: NewItem) => state.items.has(id) || state.removals.some((removal) => removal.items.has(id));
  if (items.some(isUsed) || new Set(items.map(({ id }) => id)).size < items.length) throw groceryListRefusals.idInUse();
}

function add(state: GroceryListState, items: NewItem[]): GroceryListEvent[] {
  assertNotTooMany(items.length, state);
  assertUnusedIds(state, items);
  const listed = items.map((item, i) => ({
    ...item,
    name: validName(item.name, `ingredients/${i}/name`),
    amount: line(item.amount),
    unit: line(item.unit),
    ...(item.recipeTitle !== undefined && { recipeTitle: line(item.recipeTitle) }),
    order: state.nextOrder + i,
  }));
  return [{ type: 'GroceryItemsAdded', data: { items: listed } }];
}

const optionalLine = (written: string | undefined) => (written === undefined ? undefined : line(written));

const normalized = ({ name, amount, unit, from }: ItemEdit): ItemEdit => ({
  name: name === undefined ? undefined : validName(name, 'name'),
  amount: optionalLine(amount),
  unit: optionalLine(unit),
  from: from && { name: optionalLine(from.name), amount: optionalLine(from.amount), unit: optionalLine(from.unit) },
});

function change(state: GroceryListState, command: Extract<GroceryListCommand, { type: 'ChangeItem' }>) {
  const item = listedItem(state, command.itemId);
  const { name, amount, unit } = mergeEdit(item, normalized(command));
  const events: GroceryListEvent[] = [];
  if (name !== item.name || amount !== item.amount || unit !== item.unit) {
    events.push({ type: 'GroceryItemChanged', data: { itemId: item.id, name, amount, unit } });
  }
  if (command.checked !== undefined && command.checked !== (item.checkedBy !== undefined)) {
    events.push({
      type: command.checked ? 'GroceryItemChecked' : 'GroceryItemUnchecked',
      data: { itemId: item.id, name },
    });
  }
  return events;
}

/** A member clears the items that they see. If others were added meanwhile, those stay, and no clearing is recorded. */
function clear(
  state: GroceryListState,
  { itemIds, onlyChecked = false }: Extract<GroceryListCommand, { type: 'ClearList' }>,
): GroceryListEvent[] {
  const chosen = new Set(itemIds ?? state.items.keys());
  const isCleared = ({ id, checkedBy }: RestoredItem) => chosen.has(id) && (!onlyChecked || checkedBy !== undefined);
  const items = [...state.items.values()].filter(isCleared).map(namedItem);
  if (items.length < state.items.size) return items.map((data) => ({ type: 'GroceryItemRemoved', data }));
  return items.length === 0 ? [] : [{ type: 'GroceryListCleared', data: { items } }];
}

const removedItems = ({ removals }: GroceryListState, ids: readonly string[]): RestoredItem[] =>
  removals.flatMap(({ items }) => ids.flatMap((id) => items.get(id) ?? []));

const lastCleared = ({ removals }: GroceryListState): RestoredItem[] => [
  ...(removals.findLast(({ isClearing }) => isClearing)?.items.values() ?? []),
];

function restore(state: GroceryListState, itemIds: string[] | undefined): GroceryListEvent[] {
  const removed = itemIds ? removedItems(state, itemIds) : lastCleared(state);
  // An item may have been removed, restored and removed again: its last version is restored.
  const byId = new Map(removed.filter(({ id }) => !state.items.has(id)).map((item) => [item.id, item]));
  if (byId.size === 0) throw groceryListRefusals.nothingToRestore();
  assertNotTooMany(byId.size, state);
  return [{ type: 'GroceryItemsRestored', data: { items: [...byId.values()].sort((a, b) => a.order - b.order) } }];
}

function decide(command: GroceryListCommand, state: GroceryListState): GroceryListEvent[] {
  switch (command.type) {
    case 'AddItems':
      return add(state, command.items);
    case 'ChangeItem':
      return change(state, command);
    case 'RemoveItem':
      return [{ type: 'GroceryItemRemoved', data: namedItem(listedItem(state, command.itemId)) }];
    case 'ClearList':
      return clear(state, command);
    case 'RestoreItems':
      return restore(state, command.itemIds);
  }
}

function addRemoval(state: GroceryListState, removal: Removal): void {
  const last = state.removals.at(-1);
  if (last?.commandId === removal.commandId) for (const [id, item] of removal.items) last.items.set(id, item);
  else state.removals.push(removal);
  if (state.removals.length > maxRemovals) state.removals.shift();
}

function evolve(state: GroceryListState, event: EventWithMetadata<GroceryListEvent>): GroceryListState {
  const { actor, commandId, at } = event.meta;
  switch (event.type) {
    case 'GroceryItemsAdded':
      for (const item of event.data.items) {
        state.items.set(item.id, { ...item, addedBy: actor, addedAt: at });
        state.nextOrder = Math.max(state.nextOrder, item.order + 1);
      }
      return state;
    case 'GroceryItemChanged': {
      const { itemId, ...changed } = event.data;
      const item = state.items.get(itemId);
      if (item) Object.assign(item, changed, { changedBy: actor });
      return state;
    }
    case 'GroceryItemChecked': {
      const item = state.items.get(event.data.itemId);
      if (item) item.checkedBy = actor;
      return state;
    }
    case 'GroceryItemUnchecked':
      delete state.items.get(event.data.itemId)?.checkedBy;
      return state;
    case 'GroceryItemRemoved': {
      const item = state.items.get(event.data.itemId);
      if (!item) return state;
      state.items.delete(item.id);
      addRemoval(state, { commandId, isClearing: false, items: new Map([[item.id, item]]) });
      return state;
    }
    case 'GroceryListCleared':
      addRemoval(state, { commandId, isClearing: true, items: new Map(state.items) });
      state.items.clear();
      return state;
    case 'GroceryItemsRestored':
      for (const item of event.data.items) state.items.set(item.id, { ...item });
      return state;
  }
}

export const groceryList = {
  category: groceryListCategory,
  events: groceryListEvents,
  initial: (): GroceryListState => ({ items: new Map(), removals: [], nextOrder: 0 }),
  decide,
  evolve,
  weight: ({ items, removals }: GroceryListState): number =>
    removals.reduce((weight, removal) => weight + removal.items.size, items.size),
};
