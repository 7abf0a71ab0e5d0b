import { describe, expect, test } from 'vitest';
import {
  addOwn,
  addUnseen,
  allOf,
  appendPage,
  type Entry,
  mapDocuments,
  maxUnseen,
  mergeTop,
  type Pages,
  showUnseen,
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
  items: numbers.map((n) => entry(n)),
  unseen: [],
  nextCursor,
});
/** Fetches the top again. @param now the pages when the response arrives, if they have changed since */
const refetch = (items: Entry[], before: Pages<Entry>, now: Pages<Entry> = before) =>
  mergeTop(now, { items, nextCursor: null, before, keepFromPrevious: (fetched) => fetched });
const published = (before: Pages<Entry>, ...numbers: number[]) =>
  numbers.map((n) => entry(n)).reduce(addUnseen, before);

const numbers = (entries: readonly Entry[]) => entries.map(({ id }) => Number(id.replace('entry-', '')));
const listed = ({ items, unseen }: Pages<Entry>) => ({ items: numbers(items), unseen: numbers(unseen) });
const revisions = ({ items }: Pages<Entry>) => items.map(({ revision }) => revision);

describe('a document of another user', () => {
  test('is unseen, newest first, until the user asks for it', () => {
    const unseen = published(pages([2, 1]), 3, 4);
    expect(listed(unseen)).toEqual({ items: [2, 1], unseen: [4, 3] });
    expect(listed(showUnseen(unseen))).toEqual({ items: [4, 3, 2, 1], unseen: [] });
  });

  test('is unseen in order of age when it is pushed late', () => {
    expect(listed(published(pages([1]), 3, 2)).unseen).toEqual([3, 2]);
  });

  test('is shown at once in an empty list', () => {
    expect(listed(published(pages([]), 1))).toEqual({ items: [1], unseen: [] });
  });

  test('is added once', () => {
    const unseen = published(pages([1]), 2);
    expect(published(unseen, 1, 2)).toBe(unseen);
  });

  test('replaces the oldest one when the maximum is unseen', () => {
    const many = Array.from({ length: maxUnseen + 10 }, (_, i) => i + 2);
    expect(listed(published(pages([1]), ...many)).unseen).toEqual(many.toReversed().slice(0, maxUnseen));
  });
});

describe('a document of the user', () => {
  test('is shown at once, whether its push arrives before or after the response', () => {
    const before = pages([1]);
    for (const own of [addOwn(published(before, 2), entry(2)), published(addOwn(before, entry(2)), 2)]) {
      expect(listed(own)).toEqual({ items: [2, 1], unseen: [] });
      expect(addOwn(own, entry(2))).toBe(own);
    }
  });

  test('keeps a newer version that was pushed before the response', () => {
    const revised = addUnseen(pages([1]), entry(2, '5'));
    expect(revisions(addOwn(revised, entry(2, '0')))).toEqual(['5', '1']);
  });

  test('does not show unseen documents, which are inserted below it later', () => {
    const own = addOwn(published(pages([1]), 2), entry(3));
    expect(listed(own)).toEqual({ items: [3, 1], unseen: [2] });
    expect(listed(refetch([entry(3), entry(2), entry(1)], own))).toEqual({ items: [3, 1], unseen: [2] });
    expect(listed(showUnseen(own)).items).toEqual([3, 2, 1]);
  });

  test('is not added if it is older than all shown documents, but fetched with its page', () => {
    const before = pages([3, 2], 'next');
    expect(addOwn(before, entry(1))).toBe(before);
    expect(listed(addOwn(pages([3, 2]), entry(1))).items).toEqual([3, 2, 1]);
  });
});

describe('pages that are fetched again from the top', () => {
  test('show new documents at once in a list without unseen documents', () => {
    const items = [4, 3, 2, 1].map((n) => entry(n));
    const after = mergeTop(pages([2, 1]), {
      items,
      nextCursor: null,
      before: pages([2, 1]),
      keepFromPrevious: (fetched) => fetched,
      showsNewAtOnce: true,
    });
    expect(listed(after)).toEqual({ items: [4, 3, 2, 1], unseen: [] });
  });

  test('keep new documents unseen, as after an outage', () => {
    expect(
      listed(
        refetch(
          [4, 3, 2, 1].map((n) => entry(n)),
          pages([2, 1]),
        ),
      ),
    ).toEqual({ items: [2, 1], unseen: [4, 3] });
  });

  test('replace a list that has none of their documents', () => {
    const before = published(pages([1]), 8);
    expect(listed(refetch([entry(9), entry(8)], before))).toEqual({ items: [9, 8], unseen: [] });
  });

  test('drop deleted documents', () => {
    expect(listed(refetch([entry(3), entry(1)], published(pages([2, 1]), 4, 3)))).toEqual({ items: [1], unseen: [3] });
  });

  test('keep documents that were published before the response', () => {
    const before = pages([1]);
    const now = addOwn(published(before, 2), entry(3));
    expect(listed(refetch([entry(1)], before, now))).toEqual({ items: [3, 1], unseen: [2] });
  });

  test('keep a next page that was fetched before the response', () => {
    const before = pages([4, 3], 'next');
    const now = addOwn(appendPage(before, pageOf([2, 1], 'last'), 'next'), entry(5));
    const after = refetch([entry(4), entry(3), entry(2)], before, now);
    expect(listed(after).items).toEqual([5, 4, 3, 2, 1]);
    expect(after.nextCursor).toBe('last');
    const cut = refetch([entry(4)], before, now);
    expect(listed(cut).items).toEqual([5, 4]);
    expect(cut.nextCursor).toBeNull();
  });

  test('keep a newer version that was pushed before the response', () => {
    const before = pages([2, 1]);
    const now = mapDocuments(before, (one) => ({ ...one, revision: '6' }));
    expect(revisions(refetch([entry(2, '5'), entry(1, '7')], before, now))).toEqual(['6', '7']);
  });

  test('show an older version if nothing was pushed, as after a restored log', () => {
    expect(revisions(refetch([entry(1, '0')], pages([1])))).toEqual(['0']);
  });

  test('keep the parts of a former copy that the feature chooses', () => {
    const before = pages([1]);
    const after = mergeTop(before, {
      items: [entry(2, '4'), entry(1, '4')],
      nextCursor: null,
      before,
      keepFromPrevious: (fetched, { revision }) => ({ ...fetched, revision: `4 after ${revision}` }),
    });
    expect(allOf(after).map(({ revision }) => revision)).toEqual(['4', '4 after 1']);
  });
});

test('a next page is appended once, without duplicate documents', () => {
  const second = appendPage(published(pages([3], 'next'), 4), pageOf([4, 3, 2], 'last'), 'next');
  expect(listed(second)).toEqual({ items: [3, 2], unseen: [4] });
  expect(second.nextCursor).toBe('last');
  expect(appendPage(second, pageOf([1]), 'next')).toBe(second);
});

test('a change of one document keeps the identity of the others, and no change that of the pages', () => {
  const before = published(pages([2, 1]), 3);
  const only = (id: string, changed?: Entry) => (one: Entry) => (one.id === id ? changed : one);
  const after = mapDocuments(before, only('entry-1', entry(1, '2')));
  expect(after.items[0]).toBe(before.items[0]);
  expect(revisions(after)).toEqual(['1', '2']);
  expect(after.unseen).toBe(before.unseen);
  expect(mapDocuments(before, only('entry-9'))).toBe(before);
  expect(listed(mapDocuments(before, only('entry-3')))).toEqual({ items: [2, 1], unseen: [] });
});
