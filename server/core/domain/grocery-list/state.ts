import type { EventWithMetadata } from '../event-with-metadata.ts';
import type { GroceryListEvent, MergedItem, RestoredItem } from './events.ts';
import { withChange } from './item-entry.ts';
import { addMealLine, type MealLines, removeMealLine, weightOfMealLines } from './meal-lines.ts';
import { addToRecent, noChanges, type RecentChanges, weightOfChanges } from './recent-changes.ts';
import { groceryListRefusals } from './refusals.ts';

/** Removals that can be undone, as many as changes. Older ones are only in the history. */
const maxRemovals = 100;
/** In all removals together, except that the newest ones are kept in any case. */
const maxRemovedItems = 1_000;
const minRemovals = 20;

/** Changes of older ones are refused, like those of removed items. */
const maxMerged = 2_000;
/** As many as in four moves of a full list. */
const maxDepartures = 2_000;

/** The items that one command removed. */
interface Removal {
  readonly commandId: string;
  readonly actor: string;
  /** Whether it cleared the whole list. */
  readonly isClearing: boolean;
  readonly items: Map<string, RestoredItem>;
}

/** A move of an item. */
export interface Arrival {
  readonly commandId: string;
  /** The id of the list that it left. */
  readonly from: string;
  /** Whether it was here already, not only because another member was moving it from the same list. */
  readonly wasHere: boolean;
}

/** The state that decisions need. `evolve` owns the given state and mutates it. */
export interface GroceryListState {
  readonly items: Map<string, RestoredItem>;
  /** The last removals, newest last. */
  readonly removals: Removal[];
  /** The newest removal of each removed item, by the item's id: each addition looks its ids up. */
  readonly newestRemovals: Map<string, Removal>;
  readonly changes: RecentChanges;
  readonly mealLines: MealLines;
  /** How an item came here last if it was moved, by the id of the item. */
  readonly arrivals: Map<string, Arrival>;
  /** The ids of the lists to which the last items were moved that have not come back, by the ids of the items. Oldest first. */
  readonly departures: Map<string, string>;
  /** The ids of items that became others when they were added, with the ids of those. Oldest first. */
  readonly merged: Map<string, string>;
  nextOrder: number;
}

export const initial = (): GroceryListState => ({
  items: new Map(),
  removals: [],
  newestRemovals: new Map(),
  changes: noChanges(),
  mealLines: new Map(),
  arrivals: new Map(),
  departures: new Map(),
  merged: new Map(),
  nextOrder: 0,
});

export const weight = (state: GroceryListState): number =>
  state.removals.reduce((sum, removal) => sum + removal.items.size, state.items.size) +
  weightOfChanges(state.changes) +
  weightOfMealLines(state.mealLines) +
  state.arrivals.size +
  state.departures.size +
  state.merged.size;

/** @throws Refusal */
export function assertNotTooMany(count: number, { items }: GroceryListState, max: number): void {
  if (count > 0 && items.size + count > max) throw groceryListRefusals.listFull();
}

/** The id of the item that an id stands for: its own, or that of the item that it became. */
export const currentId = ({ merged }: GroceryListState, id: string): string => merged.get(id) ?? id;

export const currentIds = (state: GroceryListState, ids: readonly string[]): string[] => [
  ...new Set(ids.map((id) => currentId(state, id))),
];

/** The removed items with these ids that can be restored; an item that was removed twice, twice. */
export const removedItems = ({ removals }: GroceryListState, ids: readonly string[]): RestoredItem[] =>
  removals.flatMap(({ items }) => ids.flatMap((id) => items.get(id) ?? []));

/** Those of removed items that are not on the list, as they were removed last, in their order on it. */
export const absentItems = ({ items }: GroceryListState, removed: readonly RestoredItem[]): RestoredItem[] => {
  const byId = new Map(removed.filter(({ id }) => !items.has(id)).map((item) => [item.id, item]));
  return [...byId.values()].sort((a, b) => a.order - b.order);
};

export const lastCleared = ({ removals }: GroceryListState): RestoredItem[] => [
  ...(removals.findLast(({ isClearing }) => isClearing)?.items.values() ?? []),
];

function addRemoval({ removals, newestRemovals }: GroceryListState, added: Removal): void {
  const last = removals.at(-1);
  const isSameCommand = last?.commandId === added.commandId;
  if (isSameCommand) for (const [id, item] of added.items) last.items.set(id, item);
  else removals.push(added);
  for (const id of added.items.keys()) newestRemovals.set(id, isSameCommand ? last : added);
  let removed = removals.reduce((sum, { items }) => sum + items.size, 0);
  while (removals.length > maxRemovals || (removals.length > minRemovals && removed > maxRemovedItems)) {
    const oldest = removals.shift();
    removed -= oldest?.items.size ?? 0;
    forget(newestRemovals, oldest);
  }
}

function forget(newestRemovals: Map<string, Removal>, oldest: Removal | undefined): void {
  for (const id of oldest?.items.keys() ?? []) if (newestRemovals.get(id) === oldest) newestRemovals.delete(id);
}

function addMerged(merged: Map<string, string>, added: readonly MergedItem[]): void {
  for (const { itemId, into } of added) merged.set(itemId, into);
  forgetOldest(merged, maxMerged);
}

function forgetOldest(entries: Map<string, string>, max: number): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= max) break;
    entries.delete(oldest);
  }
}

export function evolve(state: GroceryListState, event: EventWithMetadata<GroceryListEvent>): GroceryListState {
  const { actor, commandId, at } = event.meta;
  addToRecent(state.changes, event, state);
  switch (event.type) {
    case 'GroceryItemsAdded':
      for (const item of event.data.items) {
        state.items.set(item.id, { ...item, addedBy: actor, addedAt: at });
        state.departures.delete(item.id);
        addMealLine(state.mealLines, item);
        state.nextOrder = Math.max(state.nextOrder, item.order + 1);
      }
      addMerged(state.merged, event.data.merged ?? []);
      return state;
    case 'GroceryItemChanged': {
      const item = state.items.get(event.data.itemId);
      if (item) state.items.set(item.id, withChange(item, event.data, actor));
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
      state.arrivals.delete(item.id);
      if (event.data.takenBack) removeMealLine(state.mealLines, item);
      // It is on another list now: restoring it here would double it.
      if (event.data.movedTo === undefined) {
        addRemoval(state, { commandId, actor, isClearing: false, items: new Map([[item.id, item]]) });
      } else {
        for (const { items } of state.removals) items.delete(item.id);
        state.newestRemovals.delete(item.id);
        state.departures.set(item.id, event.data.movedTo);
        forgetOldest(state.departures, maxDepartures);
      }
      return state;
    }
    case 'GroceryListCleared':
      addRemoval(state, { commandId, actor, isClearing: true, items: new Map(state.items) });
      state.items.clear();
      state.arrivals.clear();
      return state;
    case 'GroceryItemsRestored':
      for (const item of event.data.items) {
        const { movedFrom: from } = event.data;
        if (from !== undefined) {
          const last = state.arrivals.get(item.id);
          const wasHere = last?.from === from ? last.wasHere : state.items.has(item.id);
          state.arrivals.set(item.id, { commandId, from, wasHere });
        }
        state.items.set(item.id, { ...item });
        state.departures.delete(item.id);
        addMealLine(state.mealLines, item);
        state.nextOrder = Math.max(state.nextOrder, item.order + 1);
      }
      return state;
  }
}
