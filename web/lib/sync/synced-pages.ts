import { CancelledError, onlineManager, queryOptions } from '@tanstack/react-query';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { ApiError } from '../api-client.ts';
import { followLive } from '../follow-live.ts';
import { onLive } from '../live.ts';
import { queryClient } from '../query-client.ts';
import { updateQueries } from '../update-queries.ts';
import type { ChangeOptions } from './change-options.ts';
import { documentChanges } from './document-changes.ts';
import { documentKeys, documentName } from './document-keys.ts';
import { fetchWhileBuffering } from './fetch-while-buffering.ts';
import {
  addOwn,
  addUnseen,
  allOf,
  appendPage,
  type Entry,
  mapDocuments,
  maxUnseen,
  mergeTop,
  type Page,
  type Pages,
  showUnseen,
} from './pages.ts';
import { newestCopy } from './versioned.ts';

/** The uid of the user who reads the list, '' for a visitor, `everyone` for a public list, and the name of the list. */
export type ListId = readonly [reader: string, ...list: string[]];

/** A document in the lists of a reader. */
export type EntryId = readonly [reader: string, documentId: string];

export interface PageRequest {
  readonly limit: number;
  readonly cursor: string | null;
  readonly signal?: AbortSignal | undefined;
}

/** A feature's definition of its lists. */
export interface PagesOptions<Document extends Entry, Change, List extends ListId>
  extends ChangeOptions<Document, Change, EntryId> {
  readonly pageSize: number;
  /** A list longer than this many pages of the maximum size is truncated when it is fetched again. */
  readonly maxPages: number;
  /** Whether fetched documents that are new to the screen are shown at once. Otherwise they are unseen until the user asks. */
  readonly showsNewAtOnce?: boolean;
  fetchPage(list: List, page: PageRequest): Promise<Page<Document>>;
  /** Fetches one document again. @throws ApiError 404 when it is gone */
  fetchOne(document: Document): Promise<Document>;
  /** Returns the document with the message applied, the same one if it changes nothing, 'gap' if messages were missed, or 'gone'. */
  fold(document: Document, message: LiveMessage, list: List): Document | 'gap' | 'gone';
  /** A document that a message adds to the list, and how. */
  addedDocument?(message: LiveMessage, list: List): { document: Document; isUnseen: boolean } | undefined;
  /** Adds to a fetched document what only its former copy has, such as older comments. */
  keepFromPrevious?(fetched: Document, former: Document): Document;
  /** Called with the document on the screen before and after a message. */
  onMessage?(before: Document, after: Document): void;
}

/** The maximum page size of the API. */
const maxPageSize = 50;

/**
 * Keeps pages of documents in step with the server, as `syncedDocuments` does for single documents. Each document has its
 * own revision. After a gap, only that document is fetched.
 */
export function syncedPages<Document extends Entry, Change, List extends ListId>(
  options: PagesOptions<Document, Change, List>,
) {
  const { queryKey, pageSize } = options;
  const keepFromPrevious = options.keepFromPrevious ?? ((fetched: Document) => fetched);
  const { keyOf, idOf: listOf } = documentKeys<List>(queryKey);
  const cachedPages = (list: List) => queryClient.getQueryData<Pages<Document>>(keyOf(list));
  /** The running fetches of single documents. */
  const fetching = new Map<string, Promise<void>>();

  /** Changes the cached lists whose ids begin with `prefix`. */
  const update = (change: (pages: Pages<Document>, list: List) => Pages<Document>, prefix: readonly string[] = []) =>
    updateQueries<Pages<Document>>([...queryKey, ...prefix], (pages, key) => change(pages, listOf(key)));

  function cached([reader, documentId]: EntryId): readonly Document[] {
    return queryClient
      .getQueryCache()
      .findAll({ queryKey: [...queryKey, reader] })
      .flatMap((query) => {
        const pages = queryClient.getQueryData<Pages<Document>>(query.queryKey);
        return pages ? allOf(pages).filter(({ id }) => id === documentId) : [];
      });
  }

  /** Replaces a document by what the server has, unless a push has brought a newer one meanwhile. */
  async function fetchOne(id: EntryId): Promise<void> {
    const [reader, documentId] = id;
    const before = cached(id);
    const [document] = before;
    if (document === undefined) return;
    const { response, buffered } = await fetchWhileBuffering(onLive, () =>
      // As a query, which is retried like all others.
      queryClient.fetchQuery({
        queryKey: ['document', ...queryKey, ...id],
        queryFn: () => fetchOrNull(document),
        staleTime: 0,
        gcTime: 0,
        structuralSharing: false,
        meta: { reader },
      }),
    );
    const newest = (copy: Document): Document | undefined => {
      if (copy.id !== documentId) return copy;
      if (response === null) return undefined;
      const copyBefore = before.find(({ revision }) => revision === copy.revision);
      return newestCopy(response, copy, copyBefore) === response ? keepFromPrevious(response, copy) : copy;
    };
    fetching.delete(documentName(id)); // From here on, a gap in the buffered messages starts another fetch.
    update((pages, list) => receiveBuffered(mapDocuments(pages, newest), buffered, list), [reader]);
  }

  /** Resolves to null if the document is gone. */
  async function fetchOrNull(document: Document): Promise<Document | null> {
    try {
      return await options.fetchOne(document);
    } catch (error) {
      if (error instanceof ApiError && error.isNotFound) return null;
      throw error;
    }
  }

  /** Fetches a document, or joins its running fetch, and applies the messages that arrive meanwhile. */
  function fetchAgain(id: EntryId): Promise<void> {
    const key = documentName(id);
    const running = fetching.get(key);
    if (running) return running;
    const started = fetchOne(id)
      .catch((error: unknown) => {
        // After an outage, everything on the screen is fetched again.
        if (!(error instanceof ApiError || error instanceof CancelledError)) throw error;
      })
      .finally(beginFetch(id))
      .finally(() => {
        if (fetching.get(key) === started) fetching.delete(key);
      });
    fetching.set(key, started);
    return started;
  }

  const { pendingOf, waitForRevision, beginFetch, applyPending, usePending, ...changes } = documentChanges(options, {
    cached,
    fetchAgain,
  });

  /** Applies a message. Also fetches documents after gaps, and calls `onMessage`. */
  function receive(pages: Pages<Document>, message: LiveMessage, list: List): Pages<Document> {
    const [reader] = list;
    const folded = mapDocuments(pages, (document) => {
      const after = options.fold(document, message, list);
      if (after === 'gone') return undefined;
      if (after === 'gap') {
        fetchAgain([reader, document.id]).catch(reportError);
        return document;
      }
      if (after !== document && options.onMessage) {
        const pending = pendingOf([reader, document.id]);
        options.onMessage(applyPending(document, pending), applyPending(after, pending));
      }
      return after;
    });
    const added = options.addedDocument?.(message, list);
    if (!added) return folded;
    return added.isUnseen ? addUnseen(folded, added.document) : addOwn(folded, added.document);
  }

  /** Applies the messages that arrived during a fetch to the pages with its response. */
  const receiveBuffered = (pages: Pages<Document>, messages: readonly LiveMessage[], list: List): Pages<Document> =>
    messages.reduce((folded, message) => receive(folded, message, list), pages);

  /** Fetches as many documents from the top as are cached, so that all shown documents are current and stay. */
  async function fetchTop(list: List, wanted: number, signal: AbortSignal): Promise<Page<Document>> {
    const limit = Math.min(Math.max(wanted, pageSize), maxPageSize);
    let page = await options.fetchPage(list, { limit, cursor: null, signal });
    const items = [...page.items];
    for (let pages = 1; pages < options.maxPages && items.length < wanted && page.nextCursor !== null; pages++) {
      page = await options.fetchPage(list, { limit, cursor: page.nextCursor, signal });
      items.push(...page.items);
    }
    return { items, nextCursor: page.nextCursor };
  }

  return {
    query: (...list: List) =>
      queryOptions({
        queryKey: keyOf(list),
        queryFn: async ({ signal }): Promise<Pages<Document>> => {
          const before = cachedPages(list);
          const wanted = before ? allOf(before).length : 0;
          const { response, buffered } = await fetchWhileBuffering(onLive, () => fetchTop(list, wanted, signal));
          const { showsNewAtOnce } = options;
          const copyElsewhere = (id: string) => cached([list[0], id])[0];
          const merge = { ...response, before, keepFromPrevious, copyElsewhere, showsNewAtOnce };
          const merged = mergeTop(cachedPages(list), merge);
          return receiveBuffered(merged, buffered, list);
        },
        structuralSharing: false,
        meta: { reader: list[0] },
      }),

    /** Options of the mutation that fetches the page after a cursor. */
    nextPage: (...list: List) => ({
      mutationFn: (cursor: string) =>
        fetchWhileBuffering(onLive, () => options.fetchPage(list, { limit: pageSize, cursor })),
      retry: 1,
      onSuccess: (
        { response, buffered }: { response: Page<Document>; buffered: readonly LiveMessage[] },
        cursor: string,
      ) => update((pages) => receiveBuffered(appendPage(pages, response, cursor), buffered, list), list),
    }),

    /** Applies pushed changes to the cached lists from now on, whether they are on the screen or not. */
    follow: followLive((message) => update((pages, list) => receive(pages, message, list))),

    /** Shows a document that the user published. */
    add: (document: Document, ...list: List) => update((pages) => addOwn(pages, document), list),
    /** Of too many, the oldest were dropped: then the list is fetched again, if there is a connection. */
    showUnseen(...list: List): void {
      const unseen = cachedPages(list)?.unseen ?? [];
      if (unseen.length < maxUnseen || !onlineManager.isOnline()) update(showUnseen, list);
      else queryClient.resetQueries({ queryKey: keyOf(list) }).catch(reportError);
    },
    /** Changes a cached document without a new revision, for example by adding older comments. */
    amend: ([reader, documentId]: EntryId, amended: (document: Document) => Document) =>
      update(
        (pages) => mapDocuments(pages, (document) => (document.id === documentId ? amended(document) : document)),
        [reader],
      ),
    cached,
    waitForRevision,
    applyPending,
    usePending,
    change: changes.change,
    changeUnlessUndone: changes.changeUnlessUndone,
    saved: changes.saved,
  };
}
