import { type Mutation, useMutationState } from '@tanstack/react-query';
import type { Revision } from '../../../server/core/contracts/shared.ts';
import { ApiError } from '../api-client.ts';
import { isLive } from '../live.ts';
import { queryClient } from '../query-client.ts';
import { untilReached } from '../server-reach.ts';
import { includes, type PendingChange, stillPending, type Versioned } from './versioned.ts';

/** Names a document among those of its kind: the uid of its owner, say, and a week. */
export type DocumentId = readonly string[];

/** What a feature says about the changes of its documents. Its functions are pure, but for `send`. */
export interface ChangeKind<Document extends Versioned, Change> {
  /** The cached documents are under it, and so are their changes. */
  readonly queryKey: readonly string[];
  /** The document with a pending change laid over it. Applied twice, a change alters nothing twice. */
  apply(document: Document, change: Change): Document;
  /** Whether the document shows what a change asks for. */
  isShown(document: Document, change: Change): boolean;
  /** Resolves to the revision that includes the change; undefined if only fetching the document tells. @throws ApiError */
  send(id: DocumentId, change: Change): Promise<Revision | undefined>;
  /** Whether a change is sent until the server answers it. Otherwise it fails after the client's few retries. */
  readonly isSentUntilAnswered: boolean;
}

/** Where a module keeps the confirmed documents. */
export interface Documents<Document> {
  /** The copies of a document in the cache. */
  cached(id: DocumentId): readonly Document[];
  /** Resolves also when that fails. */
  fetchAgain(id: DocumentId): Promise<void>;
}

/** How long after an answer its push may take, before the document is fetched. */
export const pushTimeoutMs = 2_000;
/** How long an answered change stays in the cache of mutations. */
const answeredChangeGcMs = 30 * 60_000;

/**
 * The user's changes of documents: sent one after the other for each document, and laid over it until it includes them.
 * They are TanStack mutations, so that the overlay is derived from their cache.
 */
export function documentChanges<Document extends Versioned, Change>(
  kind: ChangeKind<Document, Change>,
  { cached, fetchAgain }: Documents<Document>,
) {
  /** A prefix of the keys of all changes of its documents, where only the beginning of an id is given. */
  const keyOf = (id: DocumentId) => [...kind.queryKey, 'change', ...id];

  const pendingOf = (id: DocumentId): PendingChange<Change>[] =>
    queryClient
      .getMutationCache()
      .findAll({ mutationKey: keyOf(id) })
      .flatMap(asPending<Change>);

  /**
   * Sends a change. If its answer is lost, it may have been carried out: then a push has brought it. Only a document that
   * includes all changes before it proves that.
   */
  async function send(id: DocumentId, change: Change): Promise<Revision | undefined> {
    try {
      return await kind.send(id, change);
    } catch (error) {
      const [document] = cached(id);
      if (!(error instanceof ApiError && error.unreachable) || document === undefined) throw error;
      const [oldest] = stillPending(document, pendingOf(id));
      if (oldest !== change || !kind.isShown(document, change)) throw error;
      return document.revision;
    }
  }

  const isBehind = (id: DocumentId, revision: Revision | undefined): boolean =>
    revision === undefined || cached(id).some((document) => !includes(document, revision));

  /**
   * Resolves when the document includes the revision of an answer: after its push, or after a fetch when none comes. For
   * forms, which close then.
   */
  async function reached(id: DocumentId, revision: Revision | undefined): Promise<void> {
    if (!isBehind(id, revision)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const unsubscribe = queryClient.getQueryCache().subscribe(() => {
      if (!isBehind(id, revision)) resolve();
    });
    const timer = setTimeout(resolve, isLive() && revision !== undefined ? pushTimeoutMs : 0);
    await promise;
    clearTimeout(timer);
    unsubscribe();
    if (isBehind(id, revision)) await fetchAgain(id);
  }

  return {
    pendingOf,
    reached,

    /** A document as the screen shows it. */
    shown: (document: Document, changes: readonly PendingChange<Change>[]): Document =>
      stillPending(document, changes).reduce(kind.apply, document),

    /** The changes that were made here of a document, or of all whose ids begin like this; oldest first. */
    usePending(...id: DocumentId): PendingChange<Change>[] {
      const filters = { mutationKey: keyOf(id) };
      return useMutationState({ filters, select: asPending<Change> }).flat();
    },

    /** Options of the mutation that makes a change. */
    change: (...id: DocumentId) => ({
      mutationKey: keyOf(id),
      scope: { id: keyOf(id).join(' ') },
      ...(kind.isSentUntilAnswered
        ? untilReached((change: Change) => send(id, change))
        : { mutationFn: (change: Change) => send(id, change) }),
      // Until the document includes it, an answered change is laid over it.
      gcTime: answeredChangeGcMs,
      onSuccess: (answeredAt: Revision | undefined) => {
        reached(id, answeredAt).catch(reportError);
      },
    }),
  };
}

/** The mutation cache does not know the types of a change and its answer: the keys say which they are. */
function asPending<Change>(mutation: Mutation<unknown, Error, unknown, unknown>): PendingChange<Change>[] {
  const { status, variables, data } = mutation.state;
  if (status === 'pending') return [{ change: variables as Change }];
  return status === 'success' && data !== undefined
    ? [{ change: variables as Change, answeredAt: data as Revision }]
    : [];
}
