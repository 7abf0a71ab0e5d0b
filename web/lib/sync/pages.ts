import { newestCopy, type Versioned } from './versioned.ts';

/** A document in a page. */
export interface Entry extends Versioned {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

export interface Page<Document> {
  readonly items: readonly Document[];
  readonly nextCursor: string | null;
}

/** The documents of the fetched pages. */
export interface Pages<Document> {
  readonly items: readonly Document[];
  /** Published by other users since the fetch, newest first. Not shown until the user asks, so that nothing jumps. */
  readonly unseen: readonly Document[];
  readonly nextCursor: string | null;
}

/** If this many are unseen, showing them fetches the list again. */
export const maxUnseen = 50;

const empty = { items: [], unseen: [] };

const idsOf = (documents: readonly Entry[]): ReadonlySet<string> => new Set(documents.map(({ id }) => id));

const byId = <Document extends Entry>(documents: readonly Document[]): ReadonlyMap<string, Document> =>
  new Map(documents.map((document) => [document.id, document]));

export const allOf = <Document>({ items, unseen }: Pages<Document>): readonly Document[] => [...unseen, ...items];

/** A fetch of the list from its top. */
export interface FetchedTop<Document> extends Page<Document> {
  /** The pages when the fetch began. */
  readonly before: Pages<Document> | undefined;
  /** Adds to a fetched document what only its former copy has. */
  keepFromPrevious(fetched: Document, former: Document): Document;
  /** A copy of a document in another list, which may have older comments that the fetched one lacks. */
  copyElsewhere?(id: string): Document | undefined;
  /** Whether new documents become items at once. Otherwise they are unseen. */
  readonly showsNewAtOnce?: boolean | undefined;
}

/**
 * Merges the documents that were fetched again from the top into the pages, as they are when the response arrives. New ones
 * are unseen, unless the response has none of the items. Keeps documents that were published, pushed or fetched as the next
 * page before the response.
 */
export function mergeTop<Document extends Entry>(
  now: Pages<Document> | undefined,
  { items: fetched, nextCursor, before, keepFromPrevious, copyElsewhere, showsNewAtOnce = false }: FetchedTop<Document>,
): Pages<Document> {
  const { items, unseen } = now ?? empty;
  const cached = byId([...unseen, ...items]);
  const cachedBefore = byId(before ? allOf(before) : []);
  const merged = fetched.map((document) => {
    const former = cached.get(document.id);
    if (!former) {
      const copy = copyElsewhere?.(document.id);
      return copy ? keepFromPrevious(document, copy) : document;
    }
    const newest = newestCopy(document, former, cachedBefore.get(document.id));
    return newest === former ? former : keepFromPrevious(newest, former);
  });
  const [itemIds, unseenIds, fetchedIds] = [idsOf(items), idsOf(unseen), idsOf(fetched)];
  const firstItem = fetched.findIndex(({ id }) => itemIds.has(id));
  const isUnseen = ({ id }: Document, index: number) =>
    !showsNewAtOnce && firstItem >= 0 && !itemIds.has(id) && (index < firstItem || unseenIds.has(id));
  const isNewSinceFetch = ({ id }: Document) => !fetchedIds.has(id) && !cachedBefore.has(id);
  // Keeps a next page that was fetched meanwhile, if it follows the fetched documents.
  const hasNext = now !== undefined && now.nextCursor !== before?.nextCursor;
  const end = hasNext ? items.findLastIndex(({ id }) => cachedBefore.has(id)) + 1 : items.length;
  const next = fetchedIds.has(items[end - 1]?.id ?? '') ? items.slice(end) : [];
  return {
    items: [
      ...items.slice(0, end).filter(isNewSinceFetch),
      ...merged.filter((document, index) => !isUnseen(document, index)),
      ...next.filter(isNewSinceFetch),
    ],
    unseen: [...unseen.filter(isNewSinceFetch), ...merged.filter(isUnseen)].slice(0, maxUnseen),
    nextCursor: next.length > 0 ? (now?.nextCursor ?? null) : nextCursor,
  };
}

/** Appends the page that was fetched with `cursor`. A page that was fetched twice is appended once. */
export function appendPage<Document extends Entry>(
  pages: Pages<Document>,
  { items, nextCursor }: Page<Document>,
  cursor: string,
): Pages<Document> {
  if (pages.nextCursor !== cursor) return pages;
  const cachedIds = idsOf(allOf(pages));
  return { ...pages, items: [...pages.items, ...items.filter(({ id }) => !cachedIds.has(id))], nextCursor };
}

/** Adds a document that another user published. An empty list shows it at once, as nothing can jump. */
export function addUnseen<Document extends Entry>(pages: Pages<Document>, document: Document): Pages<Document> {
  if (idsOf(allOf(pages)).has(document.id)) return pages;
  if (pages.items.length === 0) return { ...pages, items: [document] };
  return { ...pages, unseen: insertByAge([document], pages.unseen).slice(0, maxUnseen) };
}

/**
 * Adds a document that the user published. It is shown at once, in order of age. One that is older than all shown documents
 * is not added: it is fetched with its page.
 */
export function addOwn<Document extends Entry>(pages: Pages<Document>, document: Document): Pages<Document> {
  if (idsOf(pages.items).has(document.id)) return pages;
  if (pages.nextCursor !== null && pages.items.every(({ createdAt }) => createdAt > document.createdAt)) return pages;
  const pushed = pages.unseen.find(({ id }) => id === document.id);
  return {
    ...pages,
    items: insertByAge([pushed ?? document], pages.items),
    unseen: pages.unseen.filter((other) => other !== pushed),
  };
}

export const showUnseen = <Document extends Entry>(pages: Pages<Document>): Pages<Document> =>
  pages.unseen.length === 0 ? pages : { ...pages, items: insertByAge(pages.unseen, pages.items), unseen: [] };

const insertByAge = <Document extends Entry>(
  documents: readonly Document[],
  others: readonly Document[],
): readonly Document[] =>
  documents.reduceRight((all, document) => {
    const older = all.findIndex(({ createdAt }) => createdAt <= document.createdAt);
    return all.toSpliced(older === -1 ? all.length : older, 0, document);
  }, others);

/** Changes each document, and removes those for which `change` returns undefined. Returns the same pages without changes. */
export function mapDocuments<Document>(
  pages: Pages<Document>,
  change: (document: Document) => Document | undefined,
): Pages<Document> {
  const changeAll = (documents: readonly Document[]) => {
    const after = documents.map(change);
    return after.every((document, index) => document === documents[index])
      ? documents
      : after.filter((document) => document !== undefined);
  };
  const [items, unseen] = [changeAll(pages.items), changeAll(pages.unseen)];
  return items === pages.items && unseen === pages.unseen ? pages : { ...pages, items, unseen };
}
