import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { onLive } from '../live.ts';
import { queryClient } from '../query-client.ts';
import { type ChangeKind, type DocumentId, documentChanges, pushTimeoutMs } from './document-changes.ts';
import { fetchWhileBuffering } from './fetch-while-buffering.ts';
import { includes, type Versioned } from './versioned.ts';

/** A feature's definition of its documents. All functions that do not call the server are pure. */
export interface DocumentKind<Document extends Versioned, Change> extends ChangeKind<Document, Change> {
  fetch(id: DocumentId, options: { signal: AbortSignal }): Promise<Document>;
  /** Returns the document with the message applied, the same one if it changes nothing, or 'gap' if messages were missed. */
  fold(document: Document, message: LiveMessage): Document | 'gap';
  /** Called with the document on the screen before and after a message. */
  onMessage?(before: Document, after: Document): void;
}

/** The maximum number of fetches in a row whose responses are older than a message that arrived before them. */
const maxFetches = 3;

/**
 * Keeps documents in step with the server. Each is fetched once, pushed changes are applied in order and exactly once, and
 * the user's pending changes are applied on top.
 */
export function syncedDocuments<Document extends Versioned, Change>(kind: DocumentKind<Document, Change>) {
  const { queryKey, fold } = kind;
  const keyOf = (id: DocumentId): QueryKey => [...queryKey, ...id];
  const cachedDocument = (id: DocumentId) => queryClient.getQueryData<Document>(keyOf(id));
  let isFollowing = false;

  const refetch = (id: DocumentId): Promise<void> =>
    queryClient.invalidateQueries({ queryKey: keyOf(id), exact: true });

  const { pendingOf, applyPending, usePending, change } = documentChanges(kind, {
    cached: (id) => [cachedDocument(id)].filter((document) => document !== undefined),
    fetchAgain: refetch,
  });

  /** Fetches a document and applies the messages that arrived meanwhile. It is behind if they left a gap. */
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
    if (isBehind) setTimeout(() => refetch(id).catch(reportError), pushTimeoutMs);
    // A push may have arrived before an older response. Without a push, the response counts, as after a restored backup.
    const now = cachedDocument(id);
    const hasGrown = now !== undefined && now.revision !== before?.revision;
    return hasGrown && !includes(document, now.revision) ? now : document;
  }

  function receive(message: LiveMessage) {
    for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
      const document = queryClient.getQueryData<Document>(query.queryKey);
      const id = query.queryKey.slice(queryKey.length).map(String);
      if (document === undefined) continue;
      const folded = fold(document, message);
      if (folded === document) continue;
      if (folded === 'gap') {
        refetch(id).catch(reportError);
        continue;
      }
      const { isInvalidated } = query.state;
      kind.onMessage?.(applyPending(document, pendingOf(id)), applyPending(folded, pendingOf(id)));
      queryClient.setQueryData<Document>(query.queryKey, folded);
      // Setting the data would mark it as fresh.
      if (isInvalidated) query.invalidate();
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

    applyPending,
    usePending,
    change,
  };
}
