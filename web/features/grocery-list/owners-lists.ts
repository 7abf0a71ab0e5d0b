import type { CloseList, GroceryLists, OwnersList } from '../../../server/core/contracts/grocery-lists.ts';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { api } from '../../lib/api-client.ts';
import { refusalText } from '../../lib/households/refusal-text.ts';
import { placeOf } from '../../lib/households/saved-households.ts';
import type { ChangeText } from '../../lib/sync/pending-changes.ts';
import { syncedDocuments } from '../../lib/sync/synced-documents.ts';
import { includes } from '../../lib/sync/versioned.ts';

/** The screen's name of the main list, which has none. */
export const mainListName = 'Grocery List';

/** A change of an owner's lists that can wait for a connection. */
export type ListsChange =
  | { kind: 'rename'; listId: string; name: string }
  | { kind: 'order'; listId: string; categories: readonly string[] };

const failureTexts: Record<ListsChange['kind'], string> = {
  rename: 'Failed to rename the list',
  order: 'Failed to save the order of the aisles',
};

/** Which lists an owner has, by the uid of the reader and the id of the owner: a user or a household. */
export const ownersLists = syncedDocuments<GroceryLists, ListsChange, readonly [reader: string, owner: string]>({
  queryKey: ['grocery-list', 'lists'],
  isKept: true,
  fetch: async ([, owner], options) => (await api.get<GroceryLists>(`/grocery-list/${owner}/lists`, options)).data,
  fold: foldLists,
  apply: (lists, change) => ({ ...lists, items: lists.items.map((list) => applyTo(list, change)) }),
  send: async ([, owner], change, write) => {
    const path = `/grocery-list/${owner}/lists/${change.listId}`;
    if (change.kind === 'rename') return (await write('PATCH', path, { name: change.name })).revision;
    return (await write('PUT', `${path}/categories`, { categories: change.categories })).revision;
  },
  describe: ([, owner], change, lists) => describeListsChange(owner, change, lists),
  explain: (_id, { kind }, error) => refusalText(error, failureTexts[kind]),
});

/** A change as a sentence. @param lists as the user saw them */
export function describeListsChange(owner: string, change: ListsChange, lists: GroceryLists | undefined): ChangeText {
  const place = placeOf(owner);
  const name = lists?.items.find(({ id }) => id === change.listId)?.name || mainListName;
  const words =
    change.kind === 'rename'
      ? { verb: 'Rename', what: name, rest: ` to ${change.name}` }
      : { verb: 'Change', what: 'the order of aisles', rest: ` of ${name}` };
  return { ...words, ...(place !== undefined && { place }) };
}

const applyTo = (list: OwnersList, change: ListsChange): OwnersList => {
  if (list.id !== change.listId) return list;
  return change.kind === 'rename' ? { ...list, name: change.name } : { ...list, categories: [...change.categories] };
};

/** The message says only that the lists have changed. They are fetched again. */
function foldLists(lists: GroceryLists, message: LiveMessage): GroceryLists | 'gap' {
  if (message.kind !== 'lists.changed' || message.mainListId !== lists.items[0]?.id) return lists;
  return includes(lists, message.revision) ? lists : 'gap';
}

/** Opens a list. @throws ApiError */
export const openList = async (owner: string, name: string, idempotencyKey: string): Promise<OwnersList> =>
  (await api.send<OwnersList>('POST', `/grocery-list/${owner}/lists`, { name }, { idempotencyKey })).data;

/** Closes a list. @throws ApiError */
export const closeList = async (
  owner: string,
  listId: string,
  content: CloseList,
  idempotencyKey: string,
): Promise<void> => {
  await api.send('DELETE', `/grocery-list/${owner}/lists/${listId}`, content, { idempotencyKey });
};
