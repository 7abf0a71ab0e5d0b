import {
  withChecked,
  withEntry,
  withItems,
  withoutItem,
  withUnchecked,
} from '../../server/core/contracts/grocery-item-changes.ts';
import type { GroceryItem, GroceryList, NamedUser } from '../../server/core/contracts/grocery-list.ts';
import { isNamedOn, withPersonRenamed } from '../../server/core/contracts/grocery-list-names.ts';
import type { GroceryListEvent, ListedItem, RestoredItem } from '../../server/core/domain/grocery-list/events.ts';
import { groceryListEvents } from '../../server/core/domain/grocery-list/upcast.ts';
import type { ListCollectionEvent } from '../../server/core/domain/list-collection/events.ts';
import { listCollectionEvents } from '../../server/core/domain/list-collection/upcast.ts';
import type { PersonEvent } from '../../server/core/domain/profile/events.ts';
import { personEvents } from '../../server/core/domain/profile/upcast.ts';
import {
  foldListCollection,
  isListCollectionEvent,
  listCollectionsModel,
  rememberCategories,
} from './list-collections.ts';
import { isPersonEvent, nameOf, storeName } from './people.ts';
import { idOf, type Projected, type Projection, type Workspace } from './projection.ts';
import { countNames, usedNames } from './used-names.ts';

type Event = Projected<GroceryListEvent> | Projected<ListCollectionEvent> | Projected<PersonEvent>;

/** The collections that the routes and the live gateway read. */
export const groceryListsModel = { lists: 'lists', usedNames, ...listCollectionsModel } as const;

const { lists } = groceryListsModel;
/** Index of the lists that show a user's name. */
const listsOf = (uid: string): string => `lists-of:${uid}`;

/**
 * Collection `lists`: a `GroceryList` by list id, its items in their order. Names are current: renaming a member
 * rewrites their items. The other collections are those of `list-collections.ts`
 * and `used-names.ts`.
 */
export const groceryListsProjection: Projection<Event> = {
  name: 'grocery-list',
  version: 8,
  events: { ...groceryListEvents, ...listCollectionEvents, ...personEvents },
  fold(event, workspace) {
    const id = idOf(event);
    if (isPersonEvent(event)) {
      rename(workspace, id, event.data.username);
      return;
    }
    if (isListCollectionEvent(event)) {
      foldListCollection(event, workspace);
      if (event.type === 'GroceryListOpened') {
        const { listId } = event.data;
        workspace.put(lists, listId, { listId, revision: null, items: [], mainListId: id } satisfies GroceryList);
      }
      if (event.type === 'GroceryListClosed') workspace.remove(lists, event.data.listId);
      return;
    }
    const list = workspace.get<GroceryList>(lists, id);
    const before = list?.items ?? [];
    const items = foldItems(before, event, workspace);
    const mainListId = list?.mainListId;
    const revision = event.revision.toString();
    const folded: ListDocument =
      mainListId === undefined ? { listId: id, revision, items } : { listId: id, revision, items, mainListId };
    workspace.put(lists, id, folded);
    rememberCategories(event, mainListId ?? id, workspace);
    countNames(event, { mainListId: mainListId ?? id, items }, workspace);
    for (const uid of usersIn(event)) {
      // A user who is named on the list is in the index already.
      if (!before.some((item) => isNamedOn(item, uid))) workspace.index(listsOf(uid), id, 0);
    }
  },
};

/** Versions of a list share the items, and the array, that an event does not change. */
type ListDocument = Omit<GroceryList, 'items'> & { readonly items: readonly GroceryItem[] };

/** Users whom the list may show for the first time after the event. */
function usersIn(event: Projected<GroceryListEvent>): Iterable<string> {
  const { actor } = event.meta;
  switch (event.type) {
    case 'GroceryItemsAdded': {
      const users = [actor];
      for (const { assignedTo } of event.data.items) if (assignedTo !== undefined) users.push(assignedTo);
      return users;
    }
    case 'GroceryItemChanged':
      return event.data.assignedTo ? [actor, event.data.assignedTo] : [actor];
    case 'GroceryItemChecked':
      return [actor];
    case 'GroceryItemsRestored':
      // Items that come back were on the list; those of another list bring their users.
      return event.data.movedFrom === undefined ? [] : new Set(event.data.items.flatMap(usersOf));
    default:
      return [];
  }
}

const usersOf = ({ addedBy, changedBy, checkedBy, assignedTo }: RestoredItem): string[] =>
  [addedBy, changedBy, checkedBy, assignedTo].filter((uid) => uid !== undefined);

/** Most items, which are copied faster than the others. */
const isUnassigned = (item: ListedItem): item is ListedItem & { assignedTo?: never } => item.assignedTo === undefined;

function foldItems(
  items: readonly GroceryItem[],
  event: Projected<GroceryListEvent>,
  workspace: Workspace,
): readonly GroceryItem[] {
  const { actor, at } = event.meta;
  const person = (uid: string) => ({ uid, name: nameOf(workspace, uid) });
  switch (event.type) {
    case 'GroceryItemsAdded': {
      const addedBy = person(actor);
      const added = event.data.items.map((item) =>
        isUnassigned(item)
          ? { ...item, addedAt: at, checked: false, addedBy }
          : toGroceryItem({ ...item, addedBy: actor, addedAt: at }, person),
      );
      return withItems(items, added);
    }
    case 'GroceryItemChanged': {
      const { itemId, name, amount, unit, note, category, assignedTo } = event.data;
      return withEntry(items, itemId, {
        ...{ name, amount, unit, changedBy: person(actor) },
        ...(note !== undefined && { note }),
        ...(category !== undefined && { category }),
        ...(assignedTo !== undefined && { assignedTo: assignedTo === '' ? null : person(assignedTo) }),
      });
    }
    case 'GroceryItemChecked':
      return withChecked(items, event.data.itemId, person(actor));
    case 'GroceryItemUnchecked':
      return withUnchecked(items, event.data.itemId);
    case 'GroceryItemRemoved':
      return withoutItem(items, event.data.itemId);
    case 'GroceryListCleared':
      return [];
    case 'GroceryItemsRestored': {
      const restored = event.data.items.map((item) => toGroceryItem(item, person));
      return withItems(items, restored);
    }
  }
}

/** An item as the list shows it: each uid with the current name of the user. */
export const toGroceryItem = (
  { addedBy, changedBy, checkedBy, assignedTo, ...item }: RestoredItem,
  person: (uid: string) => NamedUser,
): GroceryItem => ({
  ...item,
  checked: checkedBy !== undefined,
  addedBy: person(addedBy),
  ...(changedBy !== undefined && { changedBy: person(changedBy) }),
  ...(checkedBy !== undefined && { checkedBy: person(checkedBy) }),
  ...(assignedTo !== undefined && { assignedTo: person(assignedTo) }),
});

function rename(workspace: Workspace, uid: string, name: string): void {
  if (!storeName(workspace, uid, name)) return;
  for (const { member } of workspace.range(listsOf(uid))) {
    const list = workspace.get<GroceryList>(lists, member);
    if (list) workspace.put(lists, member, withPersonRenamed(list, { uid, name }));
  }
}
