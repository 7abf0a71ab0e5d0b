import { type Mutation, partialMatchKey, type QueryKey, useMutationState } from '@tanstack/react-query';
import type { Revision } from '../../../server/core/contracts/shared.ts';
import { ApiError } from '../api-client.ts';
import { isLive } from '../live.ts';
import { queryClient } from '../query-client.ts';
import { untilReached } from '../server-reach.ts';
import { includes, type PendingChange, unconfirmedChanges, type Versioned } from './versioned.ts';

/** Identifies a document in the cache of a user, for example by a week. */
export type DocumentId = readonly [uid: string, ...string[]];

/** A feature's definition of the changes of its documents. All functions but `send` are pure. */
export interface ChangeOptions<Document extends Versioned, Change, Id extends DocumentId> {
  /** The prefix of the query keys of the documents and of the mutation keys of their changes. */
  readonly queryKey: readonly string[];
  /** Applies a pending change to a document. Idempotent. */
  apply(document: Document, change: Change): Document;
  /** Whether the document already has the effect of the change. */
  isApplied(document: Document, change: Change): boolean;
  /** Resolves to the revision that includes the change; undefined if the response does not tell. @throws ApiError */
  send(id: Id, change: Change): Promise<Revision | undefined>;
  /** Whether a change is retried until the server responds. Otherwise it fails after the API client's few retries. */
  readonly retriesUntilResponse: boolean;
}

/** Access to the confirmed documents in the cache. */
export interface Documents<Document, Id> {
  /** The copies of a document in the cache. */
  cached(id: Id): readonly Document[];
  /** Resolves even if the fetch fails. */
  fetchAgain(id: Id): Promise<void>;
}

/** The document is fetched if the push of a change does not arrive within this time after the response. */
export const pushTimeoutMs = 2_000;
/**
 * How long a change stays pending after its response if the document does not reach its revision: longer than anybody is
 * without a signal. (It never does after a backup of the server was restored.)
 */
const answeredChangeGcMs = 12 * 60 * 60_000;
/** The maximum number of fetches in a row. The first may join one that was under way before the change. */
const maxFetches = 3;

/**
 * The user's changes of documents, as optimistic updates. Those of one document are sent in sequence, and each stays pending
 * until the document includes it. They are TanStack mutations: the pending changes are read from the mutation cache.
 */
export function documentChanges<Document extends Versioned, Change, Id extends DocumentId>(
  options: ChangeOptions<Document, Change, Id>,
  { cached, fetchAgain }: Documents<Document, Id>,
) {
  const mutations = queryClient.getMutationCache();
  /** With only the uid, a prefix of the keys of all changes of this user. */
  const keyOf = (id: Id | [uid: string] | [] = []) => [...options.queryKey, 'change', ...id];

  const pendingOf = (id: Id): PendingChange<Change>[] =>
    mutations.findAll({ mutationKey: keyOf(id) }).flatMap(asPending<Change>);

  /**
   * Sends a change. If the response is lost, the server may have accepted the change and pushed it. The document proves
   * that only if it also includes all earlier changes.
   */
  async function send(id: Id, change: Change): Promise<Revision | undefined> {
    try {
      return await options.send(id, change);
    } catch (error) {
      const [document] = cached(id);
      if (!(error instanceof ApiError && error.isUnreachable) || document === undefined) throw error;
      const [oldest] = unconfirmedChanges(document, pendingOf(id));
      if (oldest !== change || !options.isApplied(document, change)) throw error;
      return document.revision;
    }
  }

  const isBehind = (id: Id, revision: Revision | undefined): boolean =>
    revision === undefined || cached(id).some((document) => !includes(document, revision));

  /** Resolves when the document includes a revision: after its push, or else after a fetch. Forms close then. */
  async function waitForRevision(id: Id, revision: Revision | undefined): Promise<void> {
    if (!isBehind(id, revision)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const unsubscribe = queryClient.getQueryCache().subscribe(() => {
      if (!isBehind(id, revision)) resolve();
    });
    const timer = setTimeout(resolve, isLive() && revision !== undefined ? pushTimeoutMs : 0);
    await promise;
    clearTimeout(timer);
    unsubscribe();
    for (let fetches = 0; fetches < maxFetches && isBehind(id, revision); fetches++) {
      await fetchAgain(id);
      if (revision === undefined) return;
    }
  }

  /** After a response: removes the change from the mutation cache once the document includes it. */
  async function confirm(id: Id, mutation: Mutation<unknown, Error, unknown, unknown>): Promise<void> {
    const [{ responseRevision } = {}] = asPending<Change>(mutation);
    await waitForRevision(id, responseRevision);
    if (responseRevision === undefined || !isBehind(id, responseRevision)) mutations.remove(mutation);
  }

  // Not `onSuccess`, which is called before the mutation has its result.
  mutations.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const { mutationKey } = event.mutation.options;
    if (!mutationKey || !partialMatchKey(mutationKey, keyOf())) return;
    confirm(mutationKey.slice(keyOf().length) as QueryKey as Id, event.mutation).catch(reportError);
  });

  return {
    pendingOf,
    waitForRevision,

    /** The document with the pending changes that it does not include, as the screen shows it. */
    applyPending: (document: Document, changes: readonly PendingChange<Change>[]): Document =>
      unconfirmedChanges(document, changes).reduce(options.apply, document),

    /** The pending changes of a document, or of all documents of a user; oldest first. */
    usePending(...id: Id | [uid: string]): PendingChange<Change>[] {
      const filters = { mutationKey: keyOf(id) };
      return useMutationState({ filters, select: asPending<Change> }).flat();
    },

    /** Options of the mutation that makes a change. */
    mutation: (...id: Id) => ({
      mutationKey: keyOf(id),
      scope: { id: keyOf(id).join(' ') },
      ...(options.retriesUntilResponse
        ? untilReached((change: Change) => send(id, change))
        : { mutationFn: (change: Change) => send(id, change) }),
      // A change with a response stays pending until the document includes it.
      gcTime: answeredChangeGcMs,
    }),
  };
}

/** The mutation cache does not know the types of a change and its response; its key determines them. */
function asPending<Change>(mutation: Mutation<unknown, Error, unknown, unknown>): PendingChange<Change>[] {
  const { status, variables, data } = mutation.state;
  if (status === 'pending') return [{ change: variables as Change }];
  return status === 'success' && data !== undefined
    ? [{ change: variables as Change, responseRevision: data as Revision }]
    : [];
}
