import { includes, type Versioned } from './versioned.ts';

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
  readonly shown: readonly Document[];
  /** Published by other users since the fetch, newest first. Not shown until the user asks, so that nothing jumps. */
  readonly waiting: readonly Document[];
  readonly nextCursor: string | null;
}

/** If this many wait, showing them fetches the list again. */
export const maxWaiting = 50;

const empty = { shown: [], waiting: [] };

const idsOf = (documents: readonly Entry[]): ReadonlySet<string> => new Set(documents.map(({ id }) => id));

export const allOf = <Document>({ shown, waiting }: Pages<Document>): readonly Document[] => [...waiting, ...shown];

/**
 * Merges the documents that were fetched again from the top. New ones wait, unless the response has none of the shown
 * documents. Keeps documents that were published, pushed or fetched as the next page before the response.
 * @param before the pages when the fetch began
 * @param now the pages when the response arrived
 * @param keepFromFormer adds to a fetched document what only its former copy has
 * @param showsNewAtOnce whether nothing waits
 */
export function mergeTop<Document extends Entry>(
  { items, nextCursor }: Page<Document>,
  before: Pages<Document> | undefined,
  now: Pages<Document> | undefined,
  keepFromFormer: (fetched: Document, former: Document) => Document,
  showsNewAtOnce = false,
): Pages<Document> {
  const { shown, waiting } = now ?? empty;
  const known = new Map([...waiting, ...shown].map((document) => [document.id, document]));
  const unchanged = new Set(before && allOf(before));
  const newest = (fetched: Document): Document => {
    const former = known.get(fetched.id);
    if (!former) return fetched;
    return !unchanged.has(former) && !includes(fetched, former.revision) ? former : keepFromFormer(fetched, former);
  };
  const [shownIds, waitingIds, fetchedIds, idsBefore] = [
    idsOf(shown),
    idsOf(waiting),
    idsOf(items),
    idsOf(before ? allOf(before) : []),
  ];
  const firstShown = items.findIndex(({ id }) => shownIds.has(id));
  const isWaiting = ({ id }: Document, index: number) =>
    !showsNewAtOnce && firstShown >= 0 && !shownIds.has(id) && (index < firstShown || waitingIds.has(id));
  const isNewSinceFetch = ({ id }: Document) => !fetchedIds.has(id) && !idsBefore.has(id);
  const fetched = items.map(newest);
  // Keeps a next page that was fetched meanwhile, if it follows the fetched documents.
  const hasNext = now !== undefined && now.nextCursor !== before?.nextCursor;
  const end = hasNext ? shown.findLastIndex(({ id }) => idsBefore.has(id)) + 1 : shown.length;
  const next = fetchedIds.has(shown[end - 1]?.id ?? '') ? shown.slice(end) : [];
  return {
    shown: [
      ...shown.slice(0, end).filter(isNewSinceFetch),
      ...fetched.filter((document, index) => !isWaiting(document, index)),
      ...next.filter(isNewSinceFetch),
    ],
    waiting: [...waiting.filter(isNewSinceFetch), ...fetched.filter(isWaiting)].slice(0, maxWaiting),
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
  const known = idsOf(allOf(pages));
  return { ...pages, shown: [...pages.shown, ...items.filter(({ id }) => !known.has(id))], nextCursor };
}

/** Adds a document that another user published. An empty list shows it at once, as nothing can jump. */
export function addWaiting<Document extends Entry>(pages: Pages<Document>, document: Document): Pages<Document> {
  if (idsOf(allOf(pages)).has(document.id)) return pages;
  if (pages.shown.length === 0) return { ...pages, shown: [document] };
  return { ...pages, waiting: insertByAge([document], pages.waiting).slice(0, maxWaiting) };
}

/**
 * Adds a document that the user published. It is shown at once, in order of age. One that is older than all shown documents
 * is left to its page.
 */
export function addShown<Document extends Entry>(pages: Pages<Document>, document: Document): Pages<Document> {
  if (idsOf(pages.shown).has(document.id)) return pages;
  if (pages.nextCursor !== null && pages.shown.every(({ createdAt }) => createdAt > document.createdAt)) return pages;
  const pushed = pages.waiting.find(({ id }) => id === document.id);
  return {
    ...pages,
    shown: insertByAge([pushed ?? document], pages.shown),
    waiting: pages.waiting.filter((other) => other !== pushed),
  };
}

export const showWaiting = <Document extends Entry>(pages: Pages<Document>): Pages<Document> =>
  pages.waiting.length === 0 ? pages : { ...pages, shown: insertByAge(pages.waiting, pages.shown), waiting: [] };

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
  const [shown, waiting] = [changeAll(pages.shown), changeAll(pages.waiting)];
  return shown === pages.shown && waiting === pages.waiting ? pages : { ...pages, shown, waiting };
}
