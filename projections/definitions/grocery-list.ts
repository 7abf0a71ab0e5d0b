import type { GroceryItem, GroceryList, NamedUser } from '../../server/core/contracts/grocery-list.ts';
import type { GroceryListEvent, RestoredItem } from '../../server/core/domain/grocery-list/events.ts';
import { groceryListEvents } from '../../server/core/domain/grocery-list/upcast.ts';
import type { PersonEvent } from '../../server/core/domain/profile/events.ts';
import { personEvents } from '../../server/core/domain/profile/upcast.ts';
import { isPersonEvent, keepName, nameOf, personNeed } from './people.ts';
import {
  documentNeed,
  idOf,
  type Need,
  type Projected,
  type Projection,
  rangeNeed,
  type Workspace,
} from './projection.ts';

type Event = Projected<GroceryListEvent> | Projected<PersonEvent>;

/** The names that the routes read by. */
export const groceryListsModel = { lists: 'lists' } as const;

const { lists } = groceryListsModel;
/** The lists that somebody's name is on. */
const listsOf = (uid: string): string => `lists-of:${uid}`;

/**
 * Collection `lists`: a `GroceryList` by list id, its items in their order. Names are those of now: a renamed
 * member's items are written again.
 */
export const groceryLists: Projection<Event> = {
  name: 'grocery-list',
  version: 1,
  events: { ...groceryListEvents, ...personEvents },
  needs(event): Need[] {
    const id = idOf(event);
    if (isPersonEvent(event)) return [personNeed(id), rangeNeed(listsOf(id), lists)];
    const list = documentNeed(lists, id);
    if (event.type !== 'GroceryItemsRestored') return [list, personNeed(event.meta.actor)];
    const named = event.data.items.flatMap(({ addedBy, checkedBy }) => (checkedBy ? [addedBy, checkedBy] : [addedBy]));
    return [list, ...[...new Set(named)].map(personNeed)];
  },
  fold(event, workspace) {
    const id = idOf(event);
    if (isPersonEvent(event)) {
      rename(workspace, id, event.data.username);
      return;
    }
    const before = workspace.get<GroceryList>(lists, id)?.items ?? [];
    workspace.put(lists, id, { listId: id, items: foldItems(before, event, workspace) } satisfies GroceryList);
    const { actor } = event.meta;
    const namesActor = event.type === 'GroceryItemsAdded' || event.type === 'GroceryItemChecked';
    // Whoever is on the list already is in the index already.
    if (namesActor && !before.some((item) => isNamedOn(item, actor))) workspace.index(listsOf(actor), id, 0);
  },
};

function foldItems(items: GroceryItem[], event: Projected<GroceryListEvent>, workspace: Workspace): GroceryItem[] {
  const { actor, at } = event.meta;
  const person = (uid: string) => ({ uid, name: nameOf(workspace, uid) });
  const changed = (itemId: string, change: (item: GroceryItem) => GroceryItem) => {
    const place = placeOf(items, itemId);
    const item = items[place];
    return item === undefined ? items : items.with(place, change(item));
  };
  switch (event.type) {
    case 'GroceryItemsAdded': {
      const addedBy = person(actor);
      return [...items, ...event.data.items.map((item) => ({ ...item, checked: false, addedBy, addedAt: at }))];
    }
    case 'GroceryItemChanged': {
      const { itemId, name, amount, unit } = event.data;
      return changed(itemId, (item) => ({ ...item, name, amount, unit }));
    }
    case 'GroceryItemChecked':
      return changed(event.data.itemId, (item) => ({ ...item, checked: true, checkedBy: person(actor) }));
    case 'GroceryItemUnchecked':
      return changed(event.data.itemId, ({ checkedBy: _, ...item }) => ({ ...item, checked: false }));
    case 'GroceryItemRemoved':
      return items.toSpliced(placeOf(items, event.data.itemId), 1);
    case 'GroceryListCleared':
      return [];
    case 'GroceryItemsRestored': {
      const restored = event.data.items.map((item) => shownItem(item, person));
      return [...items, ...restored].sort((a, b) => a.order - b.order);
    }
  }
}

const isNamedOn = ({ addedBy, checkedBy }: GroceryItem, uid: string): boolean =>
  addedBy.uid === uid || checkedBy?.uid === uid;

function placeOf(items: readonly GroceryItem[], itemId: string): number {
  for (let place = 0; place < items.length; place++) if (items[place]?.id === itemId) return place;
  return items.length;
}

/** An item as readers see it: with names. */
export const shownItem = (
  { addedBy, checkedBy, ...item }: RestoredItem,
  person: (uid: string) => NamedUser,
): GroceryItem => ({
  ...item,
  checked: checkedBy !== undefined,
  addedBy: person(addedBy),
  ...(checkedBy !== undefined && { checkedBy: person(checkedBy) }),
});

function rename(workspace: Workspace, uid: string, name: string): void {
  if (!keepName(workspace, uid, name)) return;
  const renamed = (person: { uid: string; name: string }) => (person.uid === uid ? { uid, name } : person);
  for (const { member } of workspace.range(listsOf(uid))) {
    const list = workspace.get<GroceryList>(lists, member);
    if (!list) continue;
    const items = list.items.map((item) => ({
      ...item,
      addedBy: renamed(item.addedBy),
      ...(item.checkedBy && { checkedBy: renamed(item.checkedBy) }),
    }));
    workspace.put(lists, member, { ...list, items });
  }
}
