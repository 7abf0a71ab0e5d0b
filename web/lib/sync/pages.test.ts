import { describe, expect, test } from 'vitest';
import {
  addShown,
  addWaiting,
  appendPage,
  type Entry,
  mapDocuments,
  maxWaiting,
  mergeTop,
  type Pages,
  showWaiting,
} from './pages.ts';

/** The higher its number, the newer. */
const entry = (n: number, revision = '1'): Entry => ({
  id: `entry-${n}`,
  createdAt: new Date(Date.UTC(2026, 9, 1, 18, n)).toISOString(),
  revision,
});
const pageOf = (numbers: number[], nextCursor: string | null = null) => ({
  items: numbers.map((n) => entry(n)),
  nextCursor,
});
/** Pages as first fetched. */
const pages = (numbers: number[], nextCursor: string | null = null): Pages<Entry> => ({
  shown: numbers.map((n) => entry(n)),
  waiting: [],
  nextCursor,
});
/** Fetched again from the top. @param now the pages when the answer arrives, if they have changed since */
const again = (items: Entry[], before: Pages<Entry>, now: Pages<Entry> = before) =>
  mergeTop({ items, nextCursor: null }, before, now, (fetched) => fetched);
const published = (before: Pages<Entry>, ...numbers: number[]) =>
  numbers.map((n) => entry(n)).reduce(addWaiting, before);

const numbers = (entries: readonly Entry[]) => entries.map(({ id }) => Number(id.replace('entry-', '')));
const seen = ({ shown, waiting }: Pages<Entry>) => ({ shown: numbers(shown), waiting: numbers(waiting) });
const revisions = ({ shown }: Pages<Entry>) => shown.map(({ revision }) => revision);

describe('a document of another user', () => {
  test('waits above what is shown, newest first, until the user asks for it', () => {
    const waiting = published(pages([2, 1]), 3, 4);
    expect(seen(waiting)).toEqual({ shown: [2, 1], waiting: [4, 3] });
    expect(seen(showWaiting(waiting))).toEqual({ shown: [4, 3, 2, 1], waiting: [] });
  });

  test('waits in order of age when it is pushed late', () => {
    expect(seen(published(pages([1]), 3, 2)).waiting).toEqual([3, 2]);
  });

  test('is shown at once in an empty list', () => {
    expect(seen(published(pages([]), 1))).toEqual({ shown: [1], waiting: [] });
  });

  test('is added once', () => {
    const waiting = published(pages([1]), 2);
    expect(published(waiting, 1, 2)).toBe(waiting);
  });

  test('replaces the oldest one when the maximum is waiting', () => {
    const many = Array.from({ length: maxWaiting + 10 }, (_, i) => i + 2);
    expect(seen(published(pages([1]), ...many)).waiting).toEqual(many.toReversed().slice(0, maxWaiting));
  });
});

describe('a document of the user', () => {
  test('is shown at once, whether its push arrives before or after the response', () => {
    const before = pages([1]);
    for (const own of [addShown(published(before, 2), entry(2)), published(addShown(before, entry(2)), 2)]) {
      expect(seen(own)).toEqual({ shown: [2, 1], waiting: [] });
      expect(addShown(own, entry(2))).toBe(own);
    }
  });

  test('keeps a newer version that was pushed before the response', () => {
    const revised = addWaiting(pages([1]), entry(2, '5'));
    expect(revisions(addShown(revised, entry(2, '0')))).toEqual(['5', '1']);
  });

  test('does not show waiting documents, which are inserted below it later', () => {
    const own = addShown(published(pages([1]), 2), entry(3));
    expect(seen(own)).toEqual({ shown: [3, 1], waiting: [2] });
    expect(seen(again([entry(3), entry(2), entry(1)], own))).toEqual({ shown: [3, 1], waiting: [2] });
    expect(seen(showWaiting(own)).shown).toEqual([3, 2, 1]);
  });

  test('is left to its page if it is older than all shown documents', () => {
    const before = pages([3, 2], 'next');
    expect(addShown(before, entry(1))).toBe(before);
    expect(seen(addShown(pages([3, 2]), entry(1))).shown).toEqual([3, 2, 1]);
  });
});

describe('pages that are fetched again from the top', () => {
  test('show new documents at once in a list without waiting documents', () => {
    const items = [4, 3, 2, 1].map((n) => entry(n));
    const after = mergeTop({ items, nextCursor: null }, pages([2, 1]), pages([2, 1]), (fetched) => fetched, true);
    expect(seen(after)).toEqual({ shown: [4, 3, 2, 1], waiting: [] });
  });

  test('let new documents wait, as after an outage', () => {
    expect(
      seen(
        again(
          [4, 3, 2, 1].map((n) => entry(n)),
          pages([2, 1]),
        ),
      ),
    ).toEqual({ shown: [2, 1], waiting: [4, 3] });
  });

  test('replace a list that has none of their documents', () => {
    const before = published(pages([1]), 8);
    expect(seen(again([entry(9), entry(8)], before))).toEqual({ shown: [9, 8], waiting: [] });
  });

  test('drop deleted documents', () => {
    expect(seen(again([entry(3), entry(1)], published(pages([2, 1]), 4, 3)))).toEqual({ shown: [1], waiting: [3] });
  });

  test('keep documents that were published before the response', () => {
    const before = pages([1]);
    const now = addShown(published(before, 2), entry(3));
    expect(seen(again([entry(1)], before, now))).toEqual({ shown: [3, 1], waiting: [2] });
  });

  test('keep a next page that was fetched before the response', () => {
    const before = pages([4, 3], 'next');
    const now = addShown(appendPage(before, pageOf([2, 1], 'last'), 'next'), entry(5));
    const after = again([entry(4), entry(3), entry(2)], before, now);
    expect(seen(after).shown).toEqual([5, 4, 3, 2, 1]);
    expect(after.nextCursor).toBe('last');
    const cut = again([entry(4)], before, now);
    expect(seen(cut).shown).toEqual([5, 4]);
    expect(cut.nextCursor).toBeNull();
  });

  test('keep a newer version that was pushed before the response', () => {
    const before = pages([2, 1]);
    const now = mapDocuments(before, (one) => ({ ...one, revision: '6' }));
    expect(revisions(again([entry(2, '5'), entry(1, '7')], before, now))).toEqual(['6', '7']);
  });

  test('show an older version if nothing was pushed, as after a restored log', () => {
    expect(revisions(again([entry(1, '0')], pages([1])))).toEqual(['0']);
  });

  test('keep the parts of a former copy that the feature chooses', () => {
    const before = pages([1]);
    const page = { items: [entry(2, '4'), entry(1, '4')], nextCursor: null };
    const after = mergeTop(page, before, before, (fetched, { revision }) => ({
      ...fetched,
      revision: `4 after ${revision}`,
    }));
    expect([...after.waiting, ...after.shown].map(({ revision }) => revision)).toEqual(['4', '4 after 1']);
  });
});

test('a next page is appended once, without duplicate documents', () => {
  const second = appendPage(published(pages([3], 'next'), 4), pageOf([4, 3, 2], 'last'), 'next');
  expect(seen(second)).toEqual({ shown: [3, 2], waiting: [4] });
  expect(second.nextCursor).toBe('last');
  expect(appendPage(second, pageOf([1]), 'next')).toBe(second);
});

test('a change of one document keeps the identity of the others, and no change that of the pages', () => {
  const before = published(pages([2, 1]), 3);
  const only = (id: string, changed?: Entry) => (one: Entry) => (one.id === id ? changed : one);
  const after = mapDocuments(before, only('entry-1', entry(1, '2')));
  expect(after.shown[0]).toBe(before.shown[0]);
  expect(revisions(after)).toEqual(['1', '2']);
  expect(after.waiting).toBe(before.waiting);
  expect(mapDocuments(before, only('entry-9'))).toBe(before);
  expect(seen(mapDocuments(before, only('entry-3')))).toEqual({ shown: [2, 1], waiting: [] });
});
