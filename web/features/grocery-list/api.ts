import { useMutation } from '@tanstack/react-query';
import type { GroceryList } from '../../../server/core/contracts/grocery-list.ts';
import { useNotice } from '../../components/notice.tsx';
import { useUndo } from '../../components/undo-bar.tsx';
import { groceryListsKey } from '../../lib/add-to-grocery-list.ts';
import { api } from '../../lib/api-client.ts';
import { amendDraft } from '../../lib/drafts.ts';
import { failureText } from '../../lib/failure-text.ts';
import { queryClient } from '../../lib/query-client.ts';
import { addRecentChanges, type RecentChanges } from '../../lib/recent-changes.ts';
import { createStore } from '../../lib/store.ts';
import { syncedDocuments } from '../../lib/sync/synced-documents.ts';
import { updateQueries } from '../../lib/update-queries.ts';
import type { Entry } from './entry.ts';
import { foldList } from './fold-list.ts';
import { applyChange, hasSameContent, isApplied, itemIdsOf, type ListChange } from './list-changes.ts';
import { sendChange } from './send-change.ts';

/** Items that another device has recently changed, by id. */
export const changedByOthers = createStore<RecentChanges>({});

/** Ids of items that could not be added. That failure was shown, so later changes of these items fail silently. */
const notAdded = new Set<string>();
class NotAddedError extends Error {}

/** Lists by the uid of their reader and the id of their owner: a user or a household. */
export const lists = syncedDocuments<GroceryList, ListChange, readonly [reader: string, whose: string]>({
  queryKey: groceryListsKey,
  retriesUntilResponse: true,
  fetch: async ([, whose], options) => {
    const { data } = await api.get<GroceryList>(`/grocery-list/${whose}`, options);
    // During an upgrade, an older server may respond without a revision.
    return { ...data, revision: data.revision ?? null };
  },
  fold: foldList,
  apply: applyChange,
  isApplied,
  send: async ([reader, whose], change) => {
    const key = [...groceryListsKey, reader, whose];
    const listed = new Set(queryClient.getQueryData<GroceryList>(key)?.items.map(({ id }) => id));
    const isMissing = (id: string) => notAdded.has(id) && !listed.has(id);
    if (change.kind !== 'add' && itemIdsOf(change).every(isMissing)) throw new NotAddedError();
    const revision = await sendChange(whose, change, reader);
    // Another device removed the item first, and that push has not arrived yet.
    if (revision === undefined && change.kind === 'remove')
      updateQueries<GroceryList>(key, (list) => applyChange(list, change));
    return revision;
  },
  onMessage: (before, after) => {
    const previousItems = new Map(before.items.map((item) => [item.id, item]));
    const changed = after.items.filter((item) => {
      const previous = previousItems.get(item.id);
      return !previous || !hasSameContent(previous, item);
    });
    const ids = changed.map(({ id }) => id);
    if (ids.length > 0) changedByOthers.set(addRecentChanges(changedByOthers.get(), ids, Date.now()));
  },
});

const failureTexts: Record<Exclude<ListChange['kind'], 'edit'>, string> = {
  add: 'Failed to add items to grocery list',
  check: 'Failed to update item',
  remove: 'Failed to remove item',
  clear: 'Failed to clear grocery list',
  restore: 'Failed to put items back',
};

export function useListChange(reader: string, whose: string) {
  const notify = useNotice();
  const undo = useUndo();
  return useMutation({
    ...lists.mutation(reader, whose),
    onError: (error, change) => {
      const { kind, key } = change;
      if (kind === 'edit') return; // The dialog shows the error next to its fields.
      if (kind === 'add') {
        for (const { id } of change.items) notAdded.add(id);
        restoreToAddBox(whose, change.items);
      }
      if (kind === 'remove' || kind === 'clear') undo.hide(key); // Nothing was removed.
      if (!(error instanceof NotAddedError)) notify.error(failureText(error, failureTexts[kind]));
    },
  });
}

/** The key of the draft in the add box of a list. */
export const addBoxDraftKey = (whose: string): string => `grocery.${whose}`;

/** Puts a failed item back into the add box, unless the user has typed something else there. */
const restoreToAddBox = (whose: string, [item]: readonly Entry[]) =>
  amendDraft(addBoxDraftKey(whose), (typed) => (typed || !item ? typed : formatEntry(item)));

const formatEntry = ({ name, amount, unit }: Entry): string =>
  [name, `${amount} ${unit}`.trim()].filter((part) => part !== '').join(', ');
