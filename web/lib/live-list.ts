import { positionAtLeast } from './api-client.ts';
import { toldSince, type Versions } from './versions.ts';

/** Something that was published, as the server has confirmed it. */
export interface Listed<Item extends Published = Published> {
  readonly item: Item;
  readonly versions: Versions;
}

interface Published {
  readonly id: string;
  readonly createdAt: string;
}

/** What people publish, newest first, as far as it was read. A feature may keep `More` beside it, which stays. */
export interface LiveList<Entry extends Listed> {
  /** On the screen. */
  readonly shown: readonly Entry[];
  /** Published since by others: they wait until they are asked for, so that nothing jumps. */
  readonly waiting: readonly Entry[];
  readonly nextCursor: string | null;
  /** Log position of the newest read from the top. */
  readonly position: string;
  /** Positions at which something was deleted, so that a late message does not bring it back. */
  readonly gone: Readonly<Record<string, string>>;
}

export interface Page<Entry> {
  readonly entries: readonly Entry[];
  readonly nextCursor: string | null;
}

/** Read from the top down, as of this log position; what is further down may be of later ones. */
export interface Reading<Entry> extends Page<Entry> {
  readonly position: string;
}

/** More than this do not wait: who asks for them then gets the list anew. */
export const mostWaiting = 50;

const nothing = { shown: [], waiting: [], gone: {} };

const idOf = ({ item }: Listed): string => item.id;
const idsOf = (entries: readonly Listed[]): ReadonlySet<string> => new Set(entries.map(idOf));

/**
 * Takes a reading from the top; what is new to the screen waits, unless the reading shares nothing with it.
 * @param renewed what an entry is that was read and had been known
 */
export function withReading<Entry extends Listed>(
  { entries, nextCursor, position }: Reading<Entry>,
  renewed: (read: Entry, known: Entry) => Entry,
  former?: LiveList<Entry>,
): LiveList<Entry> {
  if (former && !positionAtLeast(position, former.position)) return former;
  const before = former ?? nothing;
  const gone = toldSince(before.gone, position);
  const known = new Map([...before.waiting, ...before.shown].map((entry) => [idOf(entry), entry]));
  const read = entries
    .filter(({ item }) => gone[item.id] === undefined)
    .map((entry) => {
      const same = known.get(idOf(entry));
      return same ? renewed(entry, same) : entry;
    });
  const [shown, waited, there] = [idsOf(before.shown), idsOf(before.waiting), idsOf(read)];
  const firstShown = read.findIndex((entry) => shown.has(idOf(entry)));
  const waits = (entry: Entry, at: number) =>
    firstShown >= 0 && !shown.has(idOf(entry)) && (at < firstShown || waited.has(idOf(entry)));
  const publishedLater = (entry: Entry) => !there.has(idOf(entry)) && !positionAtLeast(position, entry.versions.base);
  return {
    shown: [...before.shown.filter(publishedLater), ...read.filter((entry, at) => !waits(entry, at))],
    waiting: [...before.waiting.filter(publishedLater), ...read.filter(waits)].slice(0, mostWaiting),
    nextCursor,
    position,
    gone,
  };
}

const isKnown = ({ shown, waiting, gone }: LiveList<Listed>, id: string): boolean =>
  gone[id] !== undefined || [...shown, ...waiting].some((entry) => idOf(entry) === id);

/** The next page, read with `cursor`; a page that was asked for twice is taken once. */
export function withNextPage<Entry extends Listed, More>(
  list: LiveList<Entry> & More,
  { entries, nextCursor }: Page<Entry>,
  cursor: string,
): LiveList<Entry> & More {
  if (list.nextCursor !== cursor) return list;
  const added = entries.filter((entry) => !isKnown(list, idOf(entry)));
  return { ...list, shown: [...list.shown, ...added], nextCursor };
}

/** What a message tells was published. */
export function withPublished<Entry extends Listed, More>(
  list: LiveList<Entry> & More,
  entry: Entry,
): LiveList<Entry> & More {
  const { base } = entry.versions;
  if (isKnown(list, idOf(entry)) || positionAtLeast(list.position, base)) return list;
  if (list.shown.length === 0) return { ...list, shown: [entry] };
  const later = list.waiting.filter(({ versions }) => positionAtLeast(versions.base, base));
  const waiting = [...later, entry, ...list.waiting.slice(later.length)];
  return { ...list, waiting: waiting.slice(0, mostWaiting) };
}

/** What the reader himself published is shown at once. */
export function withOwn<Entry extends Listed, More>(
  list: LiveList<Entry> & More,
  entry: Entry,
): LiveList<Entry> & More {
  const isSame = (other: Entry) => idOf(other) === idOf(entry);
  if (list.gone[idOf(entry)] !== undefined || list.shown.some(isSame)) return list;
  const told = list.waiting.find(isSame);
  return {
    ...list,
    shown: placed([told ?? entry], list.shown),
    waiting: list.waiting.filter((other) => other !== told),
  };
}

export const withWaitingShown = <Entry extends Listed, More>(list: LiveList<Entry> & More): LiveList<Entry> & More =>
  list.waiting.length === 0 ? list : { ...list, shown: placed(list.waiting, list.shown), waiting: [] };

/** Entries among others, each by its age: an own one may be newer than those that waited. */
const placed = <Entry extends Listed>(entries: readonly Entry[], others: readonly Entry[]): readonly Entry[] =>
  entries.reduceRight((all, entry) => {
    const older = all.findIndex(({ item }) => item.createdAt <= entry.item.createdAt);
    return all.toSpliced(older === -1 ? all.length : older, 0, entry);
  }, others);

export function without<Entry extends Listed, More>(
  list: LiveList<Entry> & More,
  id: string,
  position: string,
): LiveList<Entry> & More {
  if (list.gone[id] !== undefined) return list;
  const others = (entries: readonly Entry[]) => entries.filter((entry) => idOf(entry) !== id);
  return { ...list, shown: others(list.shown), waiting: others(list.waiting), gone: { ...list.gone, [id]: position } };
}

/** Each entry as `change` makes it; the same list when it leaves all of them as they are. */
export function withEach<Entry extends Listed, More>(
  list: LiveList<Entry> & More,
  change: (entry: Entry) => Entry,
): LiveList<Entry> & More {
  const changedIn = (entries: readonly Entry[]) => {
    const after = entries.map(change);
    return after.some((entry, at) => entry !== entries[at]) ? after : entries;
  };
  const [shown, waiting] = [changedIn(list.shown), changedIn(list.waiting)];
  return shown === list.shown && waiting === list.waiting ? list : { ...list, shown, waiting };
}
