import { hashKey, notifyManager, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { followLive } from '../follow-live.ts';
import { onLive } from '../live.ts';
import { queryClient } from '../query-client.ts';
import { updateQueries } from '../update-queries.ts';
import type { ChangeOptions, DocumentId } from './change-options.ts';
import { pushTimeoutMs } from './confirm-changes.ts';
import { documentChanges } from './document-changes.ts';
import { documentKeys } from './document-keys.ts';
import { fetchWhileBuffering } from './fetch-while-buffering.ts';
import { keepDocuments } from './kept-documents.ts';
import { outbox } from './outbox.ts';
import { newestCopy, type Versioned } from './versioned.ts';

/** A feature's definition of its documents. */
export interface DocumentOptions<Document extends Versioned, Change, Id extends DocumentId>
  extends Omit<ChangeOptions<Document, Change, Id>, 'storage'> {
  /** Whether the documents and their pending changes are kept in this browser, to be shown and sent after a restart. */
  readonly isKept?: boolean;
  /** Brings a kept document that an older release has stored to the current form. */
  fromStored?(document: Versioned): Document;
  fetch(id: Id, options: { signal: AbortSignal }): Promise<Document>;
  /** Returns the document with the message applied, the same one if it changes nothing, or 'gap' if messages were missed. */
  fold(document: Document, message: LiveMessage): Document | 'gap';
  /** Adds to a fetched document what only its former copy has, such as older comments. */
  keepFromPrevious?(fetched: Document, former: Document): Document;
  /** Called with the document on the screen before and after a message. */
  onMessage?(before: Document, after: Document): void;
}

/** The maximum number of fetches in a row whose responses are older than a message that arrived before them. */
const maxFetches = 3;

/**
 * Keeps documents in step with the server. Each is fetched once, pushed changes are applied in order and exactly once, and
 * the user's pending changes are applied on top.
 */
export function syncedDocuments<Document extends Versioned, Change, Id extends DocumentId>(
  options: DocumentOptions<Document, Change, Id>,
) {
  const { queryKey, fold, keepFromPrevious = (fetched: Document) => fetched } = options;
  const keys = documentKeys<Id>(queryKey);
  const { idOf } = keys;
  const keyOf: (id: Id) => QueryKey = keys.keyOf;
  const cachedDocument = (id: Id) => queryClient.getQueryData<Document>(keyOf(id));

  /** Joins a running fetch, which applies the messages that arrive meanwhile. */
  const refetch = (id: Id): Promise<void> =>
    queryClient.invalidateQueries({ queryKey: keyOf(id), exact: true }, { cancelRefetch: false });

  if (options.isKept) keepDocuments(queryKey, options.fromStored);
  const definition = { ...options, ...(options.isKept && { storage: outbox }) };
  const { pendingOf, applyPending, usePending, change, changeUnlessUndone, saved, beginFetch } = documentChanges(
    definition,
    {
      cached: (id) => [cachedDocument(id)].filter((document) => document !== undefined),
      fetchAgain: refetch,
      fetchNow: async (id) => void (await queryClient.fetchQuery({ ...queryOf(id), staleTime: 0 })),
    },
  );

  /** Called when the response of the last fetch of a document is cached, by the hash of its query key. */
  const onFetched = new Map<string, () => void>();
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    const { queryHash } = event.query;
    onFetched.get(queryHash)?.();
    onFetched.delete(queryHash);
  });

  /** Fetches a document and applies the messages that arrived meanwhile. It is behind if they left a gap. */
  async function fetchOnce(id: Id, signal: AbortSignal) {
    const { response, buffered } = await fetchWhileBuffering(onLive, () => options.fetch(id, { signal }));
    return { ...foldAll(response, buffered), buffered };
  }

  function foldAll(fetched: Document, buffered: readonly LiveMessage[]): { document: Document; isBehind: boolean } {
    let document = fetched;
    let isBehind = false;
    for (const message of buffered) {
      const folded = fold(document, message);
      if (folded === 'gap') isBehind = true;
      else document = folded;
    }
    return { document, isBehind };
  }

  async function fetchDocument(id: Id, signal: AbortSignal): Promise<Document> {
    const before = cachedDocument(id);
    const forgetAnswered = beginFetch(id);
    let fetched = await fetchOnce(id, signal);
    onFetched.set(hashKey(keyOf(id)), () => {
      forgetAnswered();
      // With the messages that have arrived since.
      updateQueries<Document>(keyOf(id), (cached) => {
        const { document, isBehind } = foldAll(cached, fetched.buffered);
        // Otherwise, another fetch is scheduled below.
        if (isBehind && !fetched.isBehind) refetch(id).catch(reportError);
        return document;
      });
    });
    for (let fetches = 1; fetched.isBehind && fetches < maxFetches; fetches++) fetched = await fetchOnce(id, signal);
    const { document, isBehind } = fetched;
    if (isBehind) setTimeout(() => refetch(id).catch(reportError), pushTimeoutMs);
    const now = cachedDocument(id);
    if (!now) return document;
    const newest = newestCopy(document, now, before);
    return newest === now ? now : keepFromPrevious(newest, now);
  }

  const receive = (message: LiveMessage) =>
    updateQueries<Document>(queryKey, (document, key) => {
      const id = idOf(key);
      const folded = fold(document, message);
      if (folded === 'gap') {
        refetch(id).catch(reportError);
        return document;
      }
      if (folded !== document && options.onMessage) {
        const pending = pendingOf(id);
        const [before, after] = [applyPending(document, pending), applyPending(folded, pending)];
        // Together with the observers of the document, so that a screen renders once.
        notifyManager.schedule(() => options.onMessage?.(before, after));
      }
      return folded;
    });

  const queryOf = (id: Id) =>
    queryOptions({
      queryKey: keyOf(id),
      queryFn: ({ signal }) => fetchDocument(id, signal),
      structuralSharing: false,
      meta: { reader: id[0] },
    });

  return {
    query: (...id: Id) => queryOf(id),

    /** Applies pushed changes to the cached documents from now on, whether they are on the screen or not. */
    follow: followLive(receive),

    /** Fetches a document that is shown. Resolves to the cached one if the fetch fails. */
    async fetchAgain(...id: Id): Promise<Document | undefined> {
      await refetch(id);
      return cachedDocument(id);
    },
    /** Changes a cached document without a new revision, for example by adding older comments. */
    amend: (id: Id, amended: (document: Document) => Document) =>
      updateQueries<Document>([...queryKey, ...id], amended),
    cached: cachedDocument,
    applyPending,
    pendingOf,
    usePending,
    change,
    changeUnlessUndone,
    saved,
  };
}
