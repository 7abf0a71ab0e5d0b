import { groceryLimits } from '../../contracts/limits.ts';
import type { EventWithMetadata } from '../event-with-metadata.ts';
import { line } from '../text.ts';
import { type ListCollectionEvent, listCollectionCategory } from './events.ts';
import { listCollectionRefusals } from './refusals.ts';
import { listCollectionEvents } from './upcast.ts';

export type ListCollectionCommand =
  | { type: 'OpenList'; listId: string; name: string }
  | { type: 'RenameList'; listId: string; name: string }
  | { type: 'CloseList'; listId: string }
  /** `isMain`: whether it is the main list, which is never opened or closed. */
  | { type: 'OrderCategories'; listId: string; isMain: boolean; categories: string[] };

/** The state that decisions need. `evolve` owns the given state and mutates it. */
export interface ListCollectionState {
  /** The names of the open lists, by id. */
  readonly names: Map<string, string>;
  /** The order of the categories of each list, by its id; also of the main one. */
  readonly categories: Map<string, readonly string[]>;
  readonly closed: Set<string>;
}

const validName = (name: string): string => {
  const normalized = line(name);
  if (normalized === '') throw listCollectionRefusals.nameRequired();
  return normalized;
};

const nameOf = ({ names }: ListCollectionState, listId: string): string => {
  const name = names.get(listId);
  if (name === undefined) throw listCollectionRefusals.listNotFound();
  return name;
};

function decide(command: ListCollectionCommand, state: ListCollectionState): ListCollectionEvent[] {
  const { listId } = command;
  switch (command.type) {
    case 'OpenList': {
      if (state.names.has(listId) || state.closed.has(listId)) throw listCollectionRefusals.idInUse();
      // The main list counts, too.
      if (state.names.size + 1 >= groceryLimits.lists) throw listCollectionRefusals.tooManyLists();
      return [{ type: 'GroceryListOpened', data: { listId, name: validName(command.name) } }];
    }
    case 'RenameList': {
      const before = nameOf(state, listId);
      const name = validName(command.name);
      return name === before ? [] : [{ type: 'GroceryListRenamed', data: { listId, name } }];
    }
    case 'CloseList':
      nameOf(state, listId);
      return [{ type: 'GroceryListClosed', data: { listId } }];
    case 'OrderCategories': {
      if (!command.isMain) nameOf(state, listId);
      const written = command.categories.map(line).filter((category) => category !== '');
      const categories = [...new Set(written)];
      const before = state.categories.get(listId) ?? [];
      const isSame = categories.length === before.length && categories.every((category, n) => category === before[n]);
      return isSame ? [] : [{ type: 'GroceryCategoriesOrdered', data: { listId, categories } }];
    }
  }
}

function evolve(state: ListCollectionState, { type, data }: EventWithMetadata<ListCollectionEvent>) {
  switch (type) {
    case 'GroceryListOpened':
    case 'GroceryListRenamed':
      state.names.set(data.listId, data.name);
      return state;
    case 'GroceryListClosed':
      state.names.delete(data.listId);
      state.categories.delete(data.listId);
      state.closed.add(data.listId);
      return state;
    case 'GroceryCategoriesOrdered':
      state.categories.set(data.listId, data.categories);
      return state;
  }
}

export const listCollection = {
  category: listCollectionCategory,
  events: listCollectionEvents,
  initial: (): ListCollectionState => ({ names: new Map(), categories: new Map(), closed: new Set() }),
  decide,
  evolve,
  weight: ({ names, categories, closed }: ListCollectionState): number =>
    Array.from(categories.values()).reduce((sum, each) => sum + each.length, names.size + closed.size),
};
