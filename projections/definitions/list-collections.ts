/** The lists of each owner, as a part of the read model of grocery lists. */
import { groceryLimits } from '../../server/core/contracts/limits.ts';
import type { GroceryListEvent } from '../../server/core/domain/grocery-list/events.ts';
import { type ListCollectionEvent, listCollectionCategory } from '../../server/core/domain/list-collection/events.ts';
import { idOf, type Projected, type ProjectedEvent, type Workspace } from './projection.ts';

export const listCollectionsModel = {
  /** A `ListCollectionDocument` by the id of the owner's main list. */
  collections: 'collections',
  /** A `FurtherListDocument` by list id, for each list that is not a main one. */
  furtherLists: 'further-lists',
  /** A `RememberedDocument` by the id of the owner's main list. */
  remembered: 'remembered',
} as const;

const { collections, furtherLists, remembered } = listCollectionsModel;

export interface ListCollectionDocument {
  readonly revision: string;
  /** The lists besides the main one, as they were opened. */
  readonly lists: readonly { readonly id: string; readonly name: string }[];
  /** The order of the categories of each list, by its id. */
  readonly categories: Readonly<Record<string, readonly string[]>>;
}

export interface FurtherListDocument {
  readonly mainListId: string;
  readonly closed?: true;
}

export interface RememberedDocument {
  /** The category that was last chosen for each name, in lower case; newest last. */
  readonly categories: readonly { readonly name: string; readonly category: string }[];
}

export const isListCollectionEvent = <Event extends ProjectedEvent>(
  event: Event | Projected<ListCollectionEvent>,
): event is Projected<ListCollectionEvent> => event.stream.startsWith(`${listCollectionCategory}-`);

export function foldListCollection(event: Projected<ListCollectionEvent>, workspace: Workspace): void {
  const mainListId = idOf(event);
  const before = workspace.get<ListCollectionDocument>(collections, mainListId) ?? { lists: [], categories: {} };
  const after: ListCollectionDocument = { ...changed(before, event), revision: event.revision.toString() };
  workspace.put(collections, mainListId, after);
  const { listId } = event.data;
  if (event.type === 'GroceryListOpened') {
    workspace.put(furtherLists, listId, { mainListId } satisfies FurtherListDocument);
  }
  if (event.type === 'GroceryListClosed') {
    workspace.put(furtherLists, listId, { mainListId, closed: true } satisfies FurtherListDocument);
  }
}

type Content = Omit<ListCollectionDocument, 'revision'>;

function changed({ lists, categories }: Content, { type, data }: ListCollectionEvent): Content {
  const { listId } = data;
  switch (type) {
    case 'GroceryListOpened':
      return { lists: [...lists, { id: listId, name: data.name }], categories };
    case 'GroceryListRenamed':
      return { lists: lists.map((list) => (list.id === listId ? { ...list, name: data.name } : list)), categories };
    case 'GroceryListClosed': {
      const { [listId]: _, ...others } = categories;
      return { lists: lists.filter(({ id }) => id !== listId), categories: others };
    }
    case 'GroceryCategoriesOrdered':
      return { lists, categories: { ...categories, [listId]: data.categories } };
  }
}

/** Remembers the categories that an event of a list gives to names, for all lists of its owner. */
export function rememberCategories(event: GroceryListEvent, mainListId: string, workspace: Workspace): void {
  const chosen = chosenCategories(event);
  if (chosen.length === 0) return;
  const before = workspace.get<RememberedDocument>(remembered, mainListId)?.categories ?? [];
  const newest = new Map<string, string>();
  for (const { name, category } of chosen) {
    newest.delete(name);
    newest.set(name, category);
  }
  const categories = before.filter(({ name }) => !newest.has(name));
  for (const [name, category] of newest) if (category !== '') categories.push({ name, category });
  workspace.put(remembered, mainListId, {
    categories: categories.slice(-groceryLimits.remembered),
  } satisfies RememberedDocument);
}

function chosenCategories(event: GroceryListEvent): { name: string; category: string }[] {
  const chosen: { name: string; category: string }[] = [];
  const choose = ({ name, category }: { name: string; category?: string }) => {
    if (category !== undefined) chosen.push({ name: name.toLowerCase(), category });
  };
  if (event.type === 'GroceryItemChanged') choose(event.data);
  if (event.type === 'GroceryItemsAdded') for (const item of event.data.items) choose(item);
  return chosen;
}
