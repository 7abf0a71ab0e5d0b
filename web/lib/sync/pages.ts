import { includes, type Versioned } from './versioned.ts';

/** A document that stands in pages. */
export interface Entry extends Versioned {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

export interface Page<Document> {
  readonly items: readonly Document[];
  readonly nextCursor: string | null;
}

/** Documents as far as they were fetched. */
export interface Pages<Document> {
  readonly shown: readonly Document[];
  /** Published since by others, newest first: they wait until the user asks for them, so that nothing jumps. */
  readonly waiting: readonly Document[];
  readonly nextCursor: string | null;
}

/** No more than this many wait: a user who asks for them then gets the list anew. */
export const maxWaiting = 50;

const empty = { shown: [], waiting: [] };

const idsOf = (documents: readonly Entry[]): ReadonlySet<string> => new Set(documents.map(({ id }) => id));

export const allOf = <Document>({ shown, waiting }: Pages<Document>): readonly Document[] => [...waiting, ...shown];

/**
 * Pages that were fetched again from the top. What is new to the screen waits, unless the answer shares nothing with it.
 * What was published, pushed or fetched as the next page while the answer was on its way stays.
 * @param before the pages when the fetch began
 * @param now the pages when it was answered
 * @param renewed a fetched document with what it lacks of its former copy
 * @param showsNewAtOnce whether nothing waits
 */
export function withTop<Document extends Entry>(
  { items, nextCursor }: Page<Document>,
  before: Pages<Document> | undefined,
  now: Pages<Document> | undefined,
  renewed: (fetched: Document, former: Document) => Document,
  showsNewAtOnce = false,
): Pages<Document> {
  const { shown, waiting } = now ?? empty;
  const known = new Map([...waiting, ...shown].map((document) => [document.id, document]));
  const unchanged = new Set(before && allOf(before));
  const newest = (fetched: Document): Document => {
    const former = known.get(fetched.id);
    if (!former) return fetched;
    return !unchanged.has(former) && !includes(fetched, former.revision) ? former : renewed(fetched, former);
  };
  const [shownIds, waitingIds, fetchedIds, idsBefore] = [
    idsOf(shown),
    idsOf(waiting),
    idsOf(items),
    idsOf(before ? allOf(before) : []),
  ];
  const firstShown = items.findIndex(({ id }) => shownIds.has(id));
  const waits = ({ id }: Document, at: number) =>
    !showsNewAtOnce && firstShown >= 0 && !shownIds.has(id) && (at < firstShown || waitingIds.has(id));
  const isMeanwhile = ({ id }: Document) => !fetchedIds.has(id) && !idsBefore.has(id);
  const fetched = items.map(newest);
  // A next page that was fetched meanwhile stays if it follows on the answer.
  const hasNext = now !== undefined && now.nextCursor !== before?.nextCursor;
  const end = hasNext ? shown.findLastIndex(({ id }) => idsBefore.has(id)) + 1 : shown.length;
  const next = fetchedIds.has(shown[end - 1]?.id ?? '') ? shown.slice(end) : [];
  return {
    shown: [
      ...shown.slice(0, end).filter(isMeanwhile),
      ...fetched.filter((document, at) => !waits(document, at)),
      ...next.filter(isMeanwhile),
    ],
    waiting: [...waiting.filter(isMeanwhile), ...fetched.filter(waits)].slice(0, maxWaiting),
    nextCursor: next.length > 0 ? (now?.nextCursor ?? null) : nextCursor,
  };
}

/** The next page, fetched with `cursor`. A page that was fetched twice is appended once. */
export function withNextPage<Document extends Entry>(
  pages: Pages<Document>,
  { items, nextCursor }: Page<Document>,
  cursor: string,
): Pages<Document> {
  if (pages.nextCursor !== cursor) return pages;
  const known = idsOf(allOf(pages));
  return { ...pages, shown: [...pages.shown, ...items.filter(({ id }) => !known.has(id))], nextCursor };
}

/** A document that another user published. It is shown at once where there is nothing that could jump. */
export function withWaiting<Document extends Entry>(pages: Pages<Document>, document: Document): Pages<Document> {
  if (idsOf(allOf(pages)).has(document.id)) return pages;
  if (pages.shown.length === 0) return { ...pages, shown: [document] };
  return { ...pages, waiting: placed([document], pages.waiting).slice(0, maxWaiting) };
}

/**
 * A document that the user published, which is shown at once, among the others by its age. One that is older than all of
 * them comes with its page.
 */
export function withShown<Document extends Entry>(pages: Pages<Document>, document: Document): Pages<Document> {
  if (idsOf(pages.shown).has(document.id)) return pages;
  if (pages.nextCursor !== null && pages.shown.every(({ createdAt }) => createdAt > document.createdAt)) return pages;
  const pushed = pages.waiting.find(({ id }) => id === document.id);
  return {
    ...pages,
    shown: placed([pushed ?? document], pages.shown),
    waiting: pages.waiting.filter((other) => other !== pushed),
  };
}

export const withWaitingShown = <Document extends Entry>(pages: Pages<Document>): Pages<Document> =>
  pages.waiting.length === 0 ? pages : { ...pages, shown: placed(pages.waiting, pages.shown), waiting: [] };

const placed = <Document extends Entry>(
  documents: readonly Document[],
  others: readonly Document[],
): readonly Document[] =>
  documents.reduceRight((all, document) => {
    const older = all.findIndex(({ createdAt }) => createdAt <= document.createdAt);
    return all.toSpliced(older === -1 ? all.length : older, 0, document);
  }, others);

/** Each document as `change` makes it, without those of which it makes nothing; the same pages if it alters none. */
export function withEach<Document>(
  pages: Pages<Document>,
  change: (document: Document) => Document | undefined,
): Pages<Document> {
  const changedIn = (documents: readonly Document[]) => {
    const after = documents.map(change);
    return after.every((document, at) => document === documents[at])
      ? documents
      : after.filter((document) => document !== undefined);
  };
  const [shown, waiting] = [changedIn(pages.shown), changedIn(pages.waiting)];
  return shown === pages.shown && waiting === pages.waiting ? pages : { ...pages, shown, waiting };
}
