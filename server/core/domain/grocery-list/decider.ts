import { groceryLimits } from '../../contracts/limits.ts';
import type { EventWithMetadata } from '../event-with-metadata.ts';
import { line } from '../text.ts';
import { type GroceryListEvent, groceryListCategory, type ListedItem, type RestoredItem } from './events.ts';
import { groceryListRefusals } from './refusals.ts';
import { groceryListEvents } from './upcast.ts';

export type NewItem = Omit<ListedItem, 'order'>;

export type GroceryListCommand =
  | { type: 'AddItems'; items: NewItem[] }
  | {
      type: 'ChangeItem';
      itemId: string;
      name?: string | undefined;
      amount?: string | undefined;
      unit?: string | undefined;
      checked?: boolean | undefined;
    }
  | { type: 'RemoveItem'; itemId: string }
  /** With ids: what of them is there; without: all of it. */
  | { type: 'ClearList'; itemIds?: string[] | undefined }
  /** Without ids: what the last clearing of the whole list took away, whatever was removed since. */
  | { type: 'RestoreItems'; itemIds?: string[] | undefined };

/** Removals that can be undone. Older ones are in the history, but no longer on a button. */
const rememberedRemovals = 20;

/** What one command took away. */
interface Removal {
  readonly commandId: string;
  /** Of the whole list. */
  readonly clearing: boolean;
  readonly items: RestoredItem[];
}

/** What decisions need of a list. `evolve` owns the state that it is given and changes it in place. */
export interface GroceryListState {
  readonly items: Map<string, RestoredItem>;
  /** What each of the last removals took away, newest last. */
  readonly removals: Removal[];
  nextOrder: number;
}

const on = (state: GroceryListState, itemId: string): RestoredItem => {
  const item = state.items.get(itemId);
  if (item === undefined) throw groceryListRefusals.itemNotFound();
  return item;
};

const namedItem = ({ id, name }: RestoredItem) => ({ itemId: id, name });

const named = (name: string, field: string): string => {
  const written = line(name);
  if (written === '') throw groceryListRefusals.nameRequired(field);
  return written;
};

const roomFor = (count: number, state: GroceryListState): void => {
  if (state.items.size + count > groceryLimits.items) throw groceryListRefusals.listFull();
};

/** Clients may make the ids of items. One that was removed can still be put back, so its id is in use, too. */
function unused(state: GroceryListState, items: readonly NewItem[]): void {
  const ids = new Set(items.map(({ id }) => id));
  const isUsed = items.some(({ id }) => state.items.has(id)) || takenOf(state, ids).length > 0;
  if (isUsed || ids.size < items.length) throw groceryListRefusals.idInUse();
}

function add(state: GroceryListState, items: NewItem[]): GroceryListEvent[] {
  roomFor(items.length, state);
  unused(state, items);
  const listed = items.map((item, i) => ({
    ...item,
    name: named(item.name, `ingredients/${i}/name`),
    amount: line(item.amount),
    unit: line(item.unit),
    ...(item.recipeTitle !== undefined && { recipeTitle: line(item.recipeTitle) }),
    order: state.nextOrder + i,
  }));
  return [{ type: 'GroceryItemsAdded', data: { items: listed } }];
}

function change(state: GroceryListState, command: Extract<GroceryListCommand, { type: 'ChangeItem' }>) {
  const item = on(state, command.itemId);
  const name = command.name === undefined ? item.name : named(command.name, 'name');
  const amount = command.amount === undefined ? item.amount : line(command.amount);
  const unit = command.unit === undefined ? item.unit : line(command.unit);
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

/** A member clears what they see. What came meanwhile stays, and then each item is removed by itself. */
function clear(state: GroceryListState, itemIds: string[] | undefined): GroceryListEvent[] {
  const meant = new Set(itemIds ?? state.items.keys());
  const items = [...state.items.values()].filter(({ id }) => meant.has(id)).map(namedItem);
  if (items.length < state.items.size) return items.map((data) => ({ type: 'GroceryItemRemoved', data }));
  return items.length === 0 ? [] : [{ type: 'GroceryListCleared', data: { items } }];
}

const takenOf = ({ removals }: GroceryListState, wanted: ReadonlySet<string>): RestoredItem[] =>
  removals.flatMap(({ items }) => items.filter(({ id }) => wanted.has(id)));

const lastCleared = ({ removals }: GroceryListState): readonly RestoredItem[] =>
  removals.findLast(({ clearing }) => clearing)?.items ?? [];

function restore(state: GroceryListState, itemIds: string[] | undefined): GroceryListEvent[] {
  const taken = itemIds ? takenOf(state, new Set(itemIds)) : lastCleared(state);
  // An item can have been removed, restored and removed again: its last form is the one to restore.
  const byId = new Map(taken.filter(({ id }) => !state.items.has(id)).map((item) => [item.id, item]));
  if (byId.size === 0) throw groceryListRefusals.nothingToRestore();
  roomFor(byId.size, state);
  return [{ type: 'GroceryItemsRestored', data: { items: [...byId.values()].sort((a, b) => a.order - b.order) } }];
}

function decide(command: GroceryListCommand, state: GroceryListState): GroceryListEvent[] {
  switch (command.type) {
    case 'AddItems':
      return add(state, command.items);
    case 'ChangeItem':
      return change(state, command);
    case 'RemoveItem':
      return [{ type: 'GroceryItemRemoved', data: namedItem(on(state, command.itemId)) }];
    case 'ClearList':
      return clear(state, command.itemIds);
    case 'RestoreItems':
      return restore(state, command.itemIds);
  }
}

function remember(state: GroceryListState, removal: Removal): void {
  const last = state.removals.at(-1);
  if (last?.commandId === removal.commandId) last.items.push(...removal.items);
  else state.removals.push(removal);
  if (state.removals.length > rememberedRemovals) state.removals.shift();
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
      if (item) Object.assign(item, changed);
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
      if (item && state.items.delete(item.id)) remember(state, { commandId, clearing: false, items: [item] });
      return state;
    }
    case 'GroceryListCleared':
      remember(state, { commandId, clearing: true, items: [...state.items.values()] });
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
    removals.reduce((weight, removal) => weight + removal.items.length, items.size),
};
