import { useMutation } from '@tanstack/react-query';
import type { GroceryList } from '../../../server/core/contracts/grocery-list.ts';
import { useNotice } from '../../components/notice.tsx';
import { useUndo } from '../../components/undo-bar.tsx';
import { api } from '../../lib/api-client.ts';
import { amendDraft } from '../../lib/drafts.ts';
import { failureText } from '../../lib/failure-text.ts';
import { foldInto } from '../../lib/fold-live.ts';
import { groceryLists } from '../../lib/grocery-lists.ts';
import { type News, withNews } from '../../lib/news.ts';
import { queryClient } from '../../lib/query-client.ts';
import { createStore } from '../../lib/store.ts';
import { syncedDocuments } from '../../lib/sync/synced-documents.ts';
import type { Entry } from './entry.ts';
import { foldList } from './fold-list.ts';
import { isShown, itemsOf, type ListChange, sameForReaders, withChange } from './list-changes.ts';
import { sendChange } from './send-change.ts';

/** Items that another device has just changed. */
export const changedByOthers = createStore<News>({});

/** Items whose adding failed, which was said. Changes of them fail without a word. */
const neverAdded = new Set<string>();
class NeverAdded extends Error {}

/** Lists by the uid of their owner. */
export const lists = syncedDocuments<GroceryList, ListChange>({
  queryKey: groceryLists,
  fetch: async ([uid], options) => {
    const { data } = await api.get<GroceryList>(`/grocery-list/${uid}`, options);
    // During an upgrade, a server from before revisions may answer.
    return { ...data, revision: data.revision ?? null };
  },
  fold: foldList,
  apply: withChange,
  isShown,
  send: async ([uid = ''], change) => {
    const key = [...groceryLists, uid];
    const listed = new Set(queryClient.getQueryData<GroceryList>(key)?.items.map(({ id }) => id));
    const isLost = (id: string) => neverAdded.has(id) && !listed.has(id);
    if (change.kind !== 'add' && itemsOf(change).every(isLost)) throw new NeverAdded();
    const revision = await sendChange(uid, change);
    // Another member was faster: it is off the list, though its removal was not pushed yet.
    if (revision === undefined && change.kind === 'remove')
      foldInto<GroceryList>(key, (list) => withChange(list, change));
    return revision;
  },
  onMessage: (before, after) => {
    const known = new Map(before.items.map((item) => [item.id, item]));
    const changed = after.items.filter((item) => {
      const same = known.get(item.id);
      return !same || !sameForReaders(same, item);
    });
    const ids = changed.map(({ id }) => id);
    if (ids.length > 0) changedByOthers.set(withNews(changedByOthers.get(), ids, Date.now()));
  },
});

const failures: Record<Exclude<ListChange['kind'], 'edit'>, string> = {
  add: 'Failed to add items to grocery list',
  check: 'Failed to update item',
  remove: 'Failed to remove item',
  clear: 'Failed to clear grocery list',
  restore: 'Failed to put items back',
};

export function useListChange(uid: string) {
  const notify = useNotice();
  const undo = useUndo();
  return useMutation({
    ...lists.change(uid),
    onError: (error, change) => {
      const { kind, key } = change;
      if (kind === 'edit') return; // The dialog shows it beside what was typed.
      if (kind === 'add') {
        for (const { id } of change.items) neverAdded.add(id);
        giveBack(uid, change.items);
      }
      if (kind === 'remove' || kind === 'clear') undo.hide(key); // It was not taken away.
      if (!(error instanceof NeverAdded)) notify.error(failureText(error, failures[kind]));
    },
  });
}

/** What is being typed into the box that adds. */
export const draftOf = (uid: string): string => `grocery.${uid}`;

/** An item that could not be added is back in the box, unless something else has been typed there. */
const giveBack = (uid: string, [item]: readonly Entry[]) =>
  amendDraft(draftOf(uid), (typed) => (typed || !item ? typed : textOf(item)));

const textOf = ({ name, amount, unit }: Entry): string =>
  [name, `${amount} ${unit}`.trim()].filter((part) => part !== '').join(', ');
