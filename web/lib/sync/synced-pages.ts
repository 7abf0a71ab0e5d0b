import { CancelledError, queryOptions } from '@tanstack/react-query';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { ApiError } from '../api-client.ts';
import { onLive } from '../live.ts';
import { queryClient } from '../query-client.ts';
import { type ChangeKind, type DocumentId, documentChanges } from './document-changes.ts';
import { fetchWhileBuffering } from './fetch-while-buffering.ts';
import {
  addShown,
  addWaiting,
  allOf,
  appendPage,
  type Entry,
  mapDocuments,
  mergeTop,
  type Page,
  type Pages,
  showWaiting,
} from './pages.ts';
import { includes } from './versioned.ts';

/** The uid of the user who reads the list, '' for a visitor, and the name of the list. */
export type ListId = readonly [reader: string, ...list: string[]];

export interface PageRequest {
  readonly limit: number;
  readonly cursor: string | null;
  readonly signal?: AbortSignal | undefined;
}

/** A feature's definition of its lists. All functions that do not call the server are pure. */
export interface PagesKind<Document extends Entry, Change> extends ChangeKind<Document, Change> {
  readonly pageSize: number;
  /** A longer list than this many of the largest pages is truncated when it is fetched again. */
  readonly maxPages: number;
  /** Whether fetched documents that are new to the screen are shown at once. Otherwise they wait until the user asks. */
  readonly showsNewAtOnce?: boolean;
  fetchPage(list: ListId, page: PageRequest): Promise<Page<Document>>;
  /** Fetches one document again. @throws ApiError 404 when it is gone */
  fetchOne(document: Document): Promise<Document>;
  /** Returns the document with the message applied, the same one if it changes nothing, or 'gap' if messages were missed. */
  fold(document: Document, message: LiveMessage, list: ListId): Document | 'gap' | 'gone';
  /** A document that a message adds to the list, and how. */
  addedDocument?(
    message: LiveMessage,
    list: ListId,
  ): { readonly document: Document; readonly as: 'shown' | 'waiting' } | undefined;
  /** Adds to a fetched document what only its former copy has, such as older comments. */
  keepFromFormer?(fetched: Document, former: Document): Document;
  /** Called with the document on the screen before and after a message. */
  onMessage?(before: Document, after: Document): void;
}

/** The most that the API returns at once. */
const maxPageSize = 50;

const idText = (id: DocumentId): string => id.join(' ');

/**
 * Keeps pages of documents in step with the server, as `syncedDocuments` does for single documents. Each document has its
 * own revision. After a gap, only that document is fetched.
 */
export function syncedPages<Document extends Entry, Change>(kind: PagesKind<Document, Change>) {
  const { queryKey, pageSize } = kind;
  const keepFromFormer = kind.keepFromFormer ?? ((fetched: Document) => fetched);
  const keyOf = (list: ListId) => [...queryKey, ...list];
  const cachedPages = (list: ListId) => queryClient.getQueryData<Pages<Document>>(keyOf(list));
  /** The running fetches of single documents. */
  const fetching = new Map<string, Promise<void>>();
  let isFollowing = false;

  /** Changes the cached lists whose ids begin with `prefix`. An invalidated list stays invalidated. */
  function update(change: (pages: Pages<Document>, list: ListId) => Pages<Document>, prefix: readonly string[] = []) {
    for (const query of queryClient.getQueryCache().findAll({ queryKey: [...queryKey, ...prefix] })) {
      const [reader = '', ...list] = query.queryKey.slice(queryKey.length).map(String);
      const pages = queryClient.getQueryData<Pages<Document>>(query.queryKey);
      const changed = pages && change(pages, [reader, ...list]);
      if (changed === pages) continue;
      const { isInvalidated } = query.state;
      queryClient.setQueryData<Pages<Document>>(query.queryKey, changed);
      if (isInvalidated) query.invalidate();
    }
  }

  function cached([reader = '', documentId]: DocumentId): readonly Document[] {
    return queryClient
      .getQueryCache()
      .findAll({ queryKey: [...queryKey, reader] })
      .flatMap((query) => {
        const pages = queryClient.getQueryData<Pages<Document>>(query.queryKey);
        return pages ? allOf(pages).filter(({ id }) => id === documentId) : [];
      });
  }

  /** Replaces a document by what the server has, unless a push has brought a newer one meanwhile. */
  async function fetchOne(id: DocumentId): Promise<void> {
    const [reader = '', documentId] = id;
    const before = new Set(cached(id));
    const [document] = before;
    if (document === undefined) return;
    const { answer, buffered } = await fetchWhileBuffering(onLive, () =>
      // As a query, which is retried like all others.
      queryClient.fetchQuery({
        queryKey: ['document', ...queryKey, ...id],
        queryFn: () => fetchedOrGone(document),
        staleTime: 0,
        gcTime: 0,
        structuralSharing: false,
      }),
    );
    const newest = (copy: Document): Document | undefined => {
      if (copy.id !== documentId) return copy;
      if (answer === null) return undefined;
      return before.has(copy) || includes(answer, copy.revision) ? keepFromFormer(answer, copy) : copy;
    };
    fetching.delete(idText(id)); // From here on, a gap in what was buffered starts another fetch.
    update((pages, list) => withMessages(mapDocuments(pages, newest), buffered, list), [reader]);
  }

  /** Null if it is gone. */
  async function fetchedOrGone(document: Document): Promise<Document | null> {
    try {
      return await kind.fetchOne(document);
    } catch (error) {
      if (error instanceof ApiError && error.statusCode === 404) return null;
      throw error;
    }
  }

  /** Fetches a document once at a time, and applies the messages that arrive meanwhile. */
  function fetchAgain(id: DocumentId): Promise<void> {
    const name = idText(id);
    const fetched =
      fetching.get(name) ??
      fetchOne(id).catch((error: unknown) => {
        // After an outage, all that is shown is fetched again.
        if (!(error instanceof ApiError || error instanceof CancelledError)) throw error;
      });
    fetching.set(name, fetched);
    return fetched.finally(() => {
      if (fetching.get(name) === fetched) fetching.delete(name);
    });
  }

  const { pendingOf, waitForRevision, applyPending, usePending, change } = documentChanges(kind, {
    cached,
    fetchAgain,
  });

  function withMessage(pages: Pages<Document>, message: LiveMessage, list: ListId): Pages<Document> {
    const [reader] = list;
    const folded = mapDocuments(pages, (document) => {
      const after = kind.fold(document, message, list);
      if (after === 'gone') return undefined;
      if (after === 'gap') {
        fetchAgain([reader, document.id]).catch(reportError);
        return document;
      }
      if (after !== document && kind.onMessage) {
        const pending = pendingOf([reader, document.id]);
        kind.onMessage(applyPending(document, pending), applyPending(after, pending));
      }
      return after;
    });
    const added = kind.addedDocument?.(message, list);
    if (!added) return folded;
    return added.as === 'shown' ? addShown(folded, added.document) : addWaiting(folded, added.document);
  }

  const withMessages = (pages: Pages<Document>, messages: readonly LiveMessage[], list: ListId): Pages<Document> =>
    messages.reduce((folded, message) => withMessage(folded, message, list), pages);

  /** Fetches as many documents from the top as are cached, so that all shown documents are current and stay. */
  async function fetchTop(list: ListId, wanted: number, signal: AbortSignal): Promise<Page<Document>> {
    const limit = Math.min(Math.max(wanted, pageSize), maxPageSize);
    let page = await kind.fetchPage(list, { limit, cursor: null, signal });
    const items = [...page.items];
    for (let pages = 1; pages < kind.maxPages && items.length < wanted && page.nextCursor !== null; pages++) {
      page = await kind.fetchPage(list, { limit, cursor: page.nextCursor, signal });
      items.push(...page.items);
    }
    return { items, nextCursor: page.nextCursor };
  }

  return {
    query: (...list: ListId) =>
      queryOptions({
        queryKey: keyOf(list),
        queryFn: async ({ signal }): Promise<Pages<Document>> => {
          const before = cachedPages(list);
          const wanted = before ? allOf(before).length : 0;
          const { answer, buffered } = await fetchWhileBuffering(onLive, () => fetchTop(list, wanted, signal));
          return withMessages(
            mergeTop(answer, before, cachedPages(list), keepFromFormer, kind.showsNewAtOnce),
            buffered,
            list,
          );
        },
        structuralSharing: false,
      }),

    /** Options of the mutation that fetches the page after a cursor. */
    nextPage: (...list: ListId) => ({
      mutationFn: (cursor: string) =>
        fetchWhileBuffering(onLive, () => kind.fetchPage(list, { limit: pageSize, cursor })),
      retry: 1,
      onSuccess: ({ answer, buffered }: { answer: Page<Document>; buffered: readonly LiveMessage[] }, cursor: string) =>
        update((pages) => withMessages(appendPage(pages, answer, cursor), buffered, list), list),
    }),

    /** Applies pushed changes to the cached lists from now on, whether they are on the screen or not. */
    follow(): void {
      if (isFollowing) return;
      isFollowing = true;
      onLive((message) => update((pages, list) => withMessage(pages, message, list)));
    },

    /** Shows a document that the user published. */
    add: (document: Document, ...list: ListId) => update((pages) => addShown(pages, document), list),
    showWaiting: (...list: ListId) => update(showWaiting, list),
    /** Changes what is cached of a document beside its confirmed fields, such as older comments. */
    amend: (id: DocumentId, amended: (document: Document) => Document) =>
      update(
        (pages) => mapDocuments(pages, (document) => (document.id === id[1] ? amended(document) : document)),
        id.slice(0, 1),
      ),
    cached,
    waitForRevision,
    applyPending,
    usePending,
    change,
  };
}
