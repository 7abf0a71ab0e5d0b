import { type Mutation, type QueryKey, queryOptions, useMutationState } from '@tanstack/react-query';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { Revision } from '../../../server/core/contracts/shared.ts';
import { ApiError } from '../api-client.ts';
import { isLive, onLive } from '../live.ts';
import { queryClient } from '../query-client.ts';
import { untilReached } from '../server-reach.ts';
import { fetchWhileBuffering } from './fetch-while-buffering.ts';
import { includes, type PendingChange, stillPending, type Versioned } from './versioned.ts';

/** Names a document among those of its kind: the uid of its owner, say, and a week. */
type DocumentId = readonly string[];

/** What a feature says about its documents. Its functions are pure, but for those that call the server. */
export interface DocumentKind<Document extends Versioned, Change> {
  /** The cached documents of all users are under it, each by its id. */
  readonly queryKey: readonly string[];
  fetch(id: DocumentId, options: { signal: AbortSignal }): Promise<Document>;
  /** The document with what a message says about it; the same one if that is nothing, 'gap' if messages were missed. */
  fold(document: Document, message: LiveMessage): Document | 'gap';
  /** The document with a pending change laid over it. Applied twice, a change alters nothing twice. */
  apply(document: Document, change: Change): Document;
  /** Whether the document shows what a change asks for. */
  isShown(document: Document, change: Change): boolean;
  /** Resolves to the revision that includes the change; undefined if only fetching the document tells. @throws ApiError */
  send(id: DocumentId, change: Change): Promise<Revision | undefined>;
  /** Called with what the screen showed before and after a message. */
  onMessage?(before: Document, after: Document): void;
}

/** How long after an answer its push may take, before the document is fetched. */
const pushTimeoutMs = 2_000;
/** How long an answered change stays in the cache of mutations. */
const answeredChangeGcMs = 30 * 60_000;
/** Fetches in a row that each end behind a message that arrived meanwhile. */
const maxFetches = 3;

/**
 * Keeps documents in step with the server: each is fetched once, pushed changes are applied in order and exactly once, and
 * the user's pending changes are laid over it. Changes of one document are sent one after the other.
 */
export function syncedDocuments<Document extends Versioned, Change>(kind: DocumentKind<Document, Change>) {
  const { queryKey, fold, apply } = kind;
  const keyOf = (id: DocumentId): QueryKey => [...queryKey, ...id];
  /** A prefix of the keys of all changes of its documents, where only the beginning of an id is given. */
  const changesOf = (id: DocumentId) => [...queryKey, 'change', ...id];
  const cachedDocument = (id: DocumentId) => queryClient.getQueryData<Document>(keyOf(id));
  let isFollowing = false;

  /** The document with what was pushed while it was fetched; behind, if that does not follow on the answer. */
  async function fetchOnce(id: DocumentId, signal: AbortSignal): Promise<{ document: Document; isBehind: boolean }> {
    const { answer, buffered } = await fetchWhileBuffering(onLive, () => kind.fetch(id, { signal }));
    let document = answer;
    let isBehind = false;
    for (const message of buffered) {
      const folded = fold(document, message);
      if (folded === 'gap') isBehind = true;
      else document = folded;
    }
    return { document, isBehind };
  }

  async function fetchDocument(id: DocumentId, signal: AbortSignal): Promise<Document> {
    const before = cachedDocument(id);
    let fetched = await fetchOnce(id, signal);
    for (let fetches = 1; fetched.isBehind && fetches < maxFetches; fetches++) fetched = await fetchOnce(id, signal);
    const { document, isBehind } = fetched;
    if (isBehind) setTimeout(() => refetch(id), pushTimeoutMs);
    // A push may have arrived before an older answer. Without one, the answer counts, as after a restored backup.
    const now = cachedDocument(id);
    const hasGrown = now !== undefined && now.revision !== before?.revision;
    return hasGrown && !includes(document, now.revision) ? now : document;
  }

  const refetch = (id: DocumentId) => {
    queryClient.invalidateQueries({ queryKey: keyOf(id), exact: true }).catch(reportError);
  };

  function receive(message: LiveMessage) {
    for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
      const document = queryClient.getQueryData<Document>(query.queryKey);
      const id = query.queryKey.slice(queryKey.length).map(String);
      if (document === undefined) continue;
      const folded = fold(document, message);
      if (folded === document) continue;
      if (folded === 'gap') {
        refetch(id);
        continue;
      }
      const { isInvalidated } = query.state;
      kind.onMessage?.(shown(document, pendingOf(id)), shown(folded, pendingOf(id)));
      queryClient.setQueryData<Document>(query.queryKey, folded);
      // A document that has missed something is still to be fetched.
      if (isInvalidated) query.invalidate();
    }
  }

  const shown = (document: Document, changes: readonly PendingChange<Change>[]): Document =>
    stillPending(document, changes).reduce(apply, document);

  const pendingOf = (id: DocumentId): PendingChange<Change>[] =>
    queryClient
      .getMutationCache()
      .findAll({ mutationKey: changesOf(id) })
      .flatMap(asPending<Change>);

  /**
   * Sends a change. If its answer is lost, it may have been carried out: then a push has brought it. Only a document that
   * includes all changes before it proves that.
   */
  async function send(id: DocumentId, change: Change): Promise<Revision | undefined> {
    try {
      return await kind.send(id, change);
    } catch (error) {
      const document = cachedDocument(id);
      if (!(error instanceof ApiError && error.unreachable) || document === undefined) throw error;
      const [oldest] = stillPending(document, pendingOf(id));
      if (oldest !== change || !kind.isShown(document, change)) throw error;
      return document.revision;
    }
  }

  return {
    query: (...id: DocumentId) =>
      queryOptions({
        queryKey: keyOf(id),
        queryFn: ({ signal }) => fetchDocument(id, signal),
        structuralSharing: false,
      }),

    /** Applies pushed changes to the cached documents from now on, whether they are on the screen or not. */
    follow(): void {
      if (isFollowing) return;
      isFollowing = true;
      onLive(receive);
    },

    shown,

    /** The changes that were made here of a document, or of all whose ids begin like this; oldest first. */
    usePending(...id: DocumentId): PendingChange<Change>[] {
      const filters = { mutationKey: changesOf(id) };
      return useMutationState({ filters, select: asPending<Change> }).flat();
    },

    /** Options of the mutation that makes a change. It waits for a network, and for a server that answers. */
    change: (...id: DocumentId) => ({
      mutationKey: changesOf(id),
      scope: { id: changesOf(id).join(' ') },
      ...untilReached((change: Change) => send(id, change)),
      // Until the document includes it, an answered change is laid over it.
      gcTime: answeredChangeGcMs,
      onSuccess: (answeredAt: Revision | undefined) => {
        const isBehind = () => {
          const document = cachedDocument(id);
          return answeredAt === undefined || (document !== undefined && !includes(document, answeredAt));
        };
        const catchUp = () => {
          if (isBehind()) refetch(id);
        };
        if (isLive() && answeredAt !== undefined) setTimeout(catchUp, pushTimeoutMs);
        else catchUp();
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
