import { queryOptions, useMutation } from '@tanstack/react-query';
import type { GroceryList } from '../../../server/core/contracts/grocery-list.ts';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { useNotice } from '../../components/notice.tsx';
import { useUndo } from '../../components/undo-bar.tsx';
import { ApiError, api } from '../../lib/api-client.ts';
import { amendDraft } from '../../lib/drafts.ts';
import { failureText } from '../../lib/failure-text.ts';
import { foldInto } from '../../lib/fold-live.ts';
import { groceryLists } from '../../lib/grocery-lists.ts';
import { heardDuring } from '../../lib/heard-during.ts';
import { onLive } from '../../lib/live.ts';
import { usePendingRequests } from '../../lib/pending-changes.ts';
import { queryClient } from '../../lib/query-client.ts';
import { untilReached } from '../../lib/server-reach.ts';
import type { Entry } from './entry.ts';
import { type CachedList, foldChange, fromAnswer } from './list-cache.ts';
import { givenIfDone, type ListChangeRequest } from './pending.ts';
import { type Fold, NeverAdded, sendChange } from './send-change.ts';

const listKey = (uid: string) => [...groceryLists, uid] as const;

export const listQuery = (uid: string) => {
  const queryKey = listKey(uid);
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<CachedList> => {
      const { answer, heard } = await heardDuring(onLive, () =>
        api.get<GroceryList>(`/grocery-list/${uid}`, { signal }),
      );
      const { data, position } = answer;
      // What live messages told meanwhile is in the cache by now, if there was anything in it.
      return heard.reduce(foldMessage, fromAnswer(data, position, client.getQueryData<CachedList>(queryKey)));
    },
    structuralSharing: false,
  });
};

const foldMessage = (list: CachedList, message: LiveMessage): CachedList =>
  message.kind === 'list.changed' && message.listId === list.listId ? foldChange(list, message) : list;

const failures: Record<Exclude<ListChangeRequest['kind'], 'edit'>, string> = {
  add: 'Failed to add items to grocery list',
  check: 'Failed to update item',
  remove: 'Failed to remove item',
  clear: 'Failed to clear grocery list',
  restore: 'Failed to put items back',
};

/** A change that got no answer may have been made all the same: then a live message has told it, and nothing has failed. */
async function sendOrFindDone(uid: string, request: ListChangeRequest): Promise<Fold> {
  try {
    return await sendChange(uid, request, queryClient.getQueryData<CachedList>(listKey(uid)));
  } catch (error) {
    const list = queryClient.getQueryData<CachedList>(listKey(uid));
    const given = error instanceof ApiError && error.unreachable && list && givenIfDone(list, request);
    if (!given) throw error;
    return (known) => ({ ...known, givenIds: { ...known.givenIds, ...given } });
  }
}

const allChanges = ['grocery-list', 'change'] as const;
const changesOf = (uid: string) => [...allChanges, uid] as const;

/**
 * Changes of the list, one after the other. While they are on their way they are laid over it (`usePendingChanges`);
 * without a network or a server that answers they wait for it.
 */
export function useListChange(uid: string) {
  const notify = useNotice();
  const undo = useUndo();
  return useMutation({
    mutationKey: changesOf(uid),
    scope: { id: `grocery list ${uid}` },
    ...untilReached((request: ListChangeRequest) => sendOrFindDone(uid, request)),
    onSuccess: (fold) => foldInto<CachedList>(listKey(uid), fold),
    onError: (error, request) => {
      const { kind, key } = request;
      if (kind === 'edit') return; // The dialog that has what was typed says it.
      if (kind === 'add') giveBack(uid, request.items);
      if (kind === 'remove' || kind === 'clear') undo.hide(key); // It was not taken away.
      if (!(error instanceof NeverAdded)) notify.error(failureText(error, failures[kind]));
    },
  });
}

/** What is being typed into the box that adds. */
export const draftOf = (uid: string): string => `grocery.${uid}`;

/** An item that could not be added is back in the box, unless something else is there by now. */
const giveBack = (uid: string, [item]: readonly Entry[]) =>
  amendDraft(draftOf(uid), (typed) => (typed || !item ? typed : textOf(item)));

const textOf = ({ name, amount, unit }: Entry): string =>
  [name, `${amount} ${unit}`.trim()].filter((part) => part !== '').join(', ');

export const usePendingChanges = (uid: string) => usePendingRequests<ListChangeRequest>(changesOf(uid));

/** Under these keys there is nothing else; the mutation cache only does not know it. */
const isListChangeRequest = (variables: unknown): variables is ListChangeRequest =>
  typeof variables === 'object' && variables !== null && 'kind' in variables;

/** The changes on their way as of now, for the one who judges what is news. */
export const pendingChanges = (): ListChangeRequest[] =>
  queryClient
    .getMutationCache()
    .findAll({ mutationKey: allChanges, status: 'pending' })
    .map((mutation) => mutation.state.variables)
    .filter(isListChangeRequest);
