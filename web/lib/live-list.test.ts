import { describe, expect, test } from 'vitest';
import {
  type Listed,
  type LiveList,
  mostWaiting,
  withEach,
  withNextPage,
  withOwn,
  without,
  withPublished,
  withReading,
  withWaitingShown,
} from './live-list.ts';
import { versionsAt } from './versions.ts';

/** The higher its number, the newer. */
const entry = (n: number, position = '10'): Listed => ({
  item: { id: `item-${n}`, createdAt: new Date(Date.UTC(2026, 9, 1, 18, n)).toISOString() },
  versions: versionsAt(position),
});
const pageOf = (numbers: number[], position: string, nextCursor: string | null = null) => ({
  entries: numbers.map((n) => entry(n, position)),
  nextCursor,
});
const read = (numbers: number[], position: string, former?: LiveList<Listed>, nextCursor: string | null = null) =>
  withReading({ ...pageOf(numbers, position, nextCursor), position }, (again) => again, former);
const published = (list: LiveList<Listed>, n: number, position: string) => withPublished(list, entry(n, position));

const numbers = (entries: readonly Listed[]) => entries.map(({ item }) => Number(item.id.replace('item-', '')));
const seen = ({ shown, waiting }: LiveList<Listed>) => ({ shown: numbers(shown), waiting: numbers(waiting) });

describe('what others publish', () => {
  test('waits above what is shown, newest first, and takes its place when asked for', () => {
    const told = published(published(read([2, 1], '10'), 3, '11'), 4, '12');
    expect(seen(told)).toEqual({ shown: [2, 1], waiting: [4, 3] });
    expect(seen(withWaitingShown(told))).toEqual({ shown: [4, 3, 2, 1], waiting: [] });
  });

  test('waits in its place when it is told late', () => {
    expect(seen(published(published(read([1], '10'), 3, '12'), 2, '11')).waiting).toEqual([3, 2]);
  });

  test('is shown at once where there is nothing that could jump', () => {
    expect(seen(published(read([], '10'), 1, '11'))).toEqual({ shown: [1], waiting: [] });
  });

  test('is taken once, and not when the reading had it or lacked it already', () => {
    const list = read([1], '10');
    const told = published(list, 2, '11');
    expect(published(told, 2, '11')).toBe(told);
    expect(published(list, 3, '9')).toBe(list);
  });

  test('does not pile up without end', () => {
    const many = Array.from({ length: mostWaiting + 10 }, (_, i) => i);
    const told = many.reduce((list, i) => published(list, i + 2, String(i + 11)), read([1], '10'));
    expect(told.waiting).toHaveLength(mostWaiting);
  });
});

describe('what one publishes oneself', () => {
  test('is shown at once, whether the live message came before or comes after', () => {
    const list = read([1], '10');
    for (const own of [
      withOwn(published(list, 2, '11'), entry(2, '11')),
      published(withOwn(list, entry(2, '11')), 2, '11'),
    ]) {
      expect(seen(own)).toEqual({ shown: [2, 1], waiting: [] });
      expect(withOwn(own, entry(2, '11'))).toBe(own);
    }
  });

  test('makes nothing older jump above it, or out of its waiting', () => {
    const own = withOwn(published(read([1], '10'), 2, '11'), entry(3, '12'));
    expect(seen(own)).toEqual({ shown: [3, 1], waiting: [2] });
    expect(seen(read([3, 2, 1], '12', own))).toEqual({ shown: [3, 1], waiting: [2] });
    expect(seen(withWaitingShown(own)).shown).toEqual([3, 2, 1]);
  });

  test('stays when a reading is of before', () => {
    expect(seen(read([1], '11', withOwn(read([1], '10'), entry(2, '12')))).shown).toEqual([2, 1]);
  });
});

describe('a fresh reading', () => {
  test('lets wait what it finds above, as after an outage', () => {
    expect(seen(read([4, 3, 2, 1], '12', read([2, 1], '10')))).toEqual({ shown: [2, 1], waiting: [4, 3] });
  });

  test('replaces a list of which nothing that is shown is there now', () => {
    const list = published(read([1], '10'), 8, '11');
    expect(seen(read([9, 8], '12', list))).toEqual({ shown: [9, 8], waiting: [] });
  });

  test('of before the one that is shown changes nothing', () => {
    const list = read([1], '10');
    expect(read([], '9', list)).toBe(list);
  });

  test('shows once what a page had already, as of later', () => {
    const list = withNextPage(read([2], '10', undefined, 'next'), pageOf([1], '11'), 'next');
    expect(seen(read([2, 1], '10', list)).shown).toEqual([2, 1]);
  });
});

describe('pages', () => {
  test('follow each other; one that was asked for twice is taken once', () => {
    const first = read([3], '10', undefined, 'next');
    const second = withNextPage(first, pageOf([3, 2], '11', 'last'), 'next');
    expect(seen(second).shown).toEqual([3, 2]);
    expect(second.nextCursor).toBe('last');
    expect(withNextPage(second, pageOf([1], '11'), 'next')).toBe(second);
  });
});

test('what is gone is not brought back by a late message, an older answer or its own', () => {
  const list = without(read([2, 1], '10', undefined, 'next'), 'item-2', '12');
  expect(seen(list).shown).toEqual([1]);
  expect(published(list, 2, '11')).toBe(list);
  expect(withOwn(list, entry(2, '11'))).toBe(list);
  expect(seen(withNextPage(list, pageOf([2, 0], '11'), 'next')).shown).toEqual([1, 0]);
  expect(seen(read([2, 1], '11', list)).shown).toEqual([1]);
  expect(read([1], '12', list).gone).toEqual({});
  expect(without(list, 'item-2', '13')).toBe(list);
});

test('a change of one leaves the others the same, and none leaves the list the same, so that nothing is drawn again', () => {
  const list = published(read([2, 1], '10'), 3, '11');
  const change = (id: string) => (before: Listed) => (before.item.id === id ? entry(1, '12') : before);
  const after = withEach(list, change('item-1'));
  expect(after.shown[0]).toBe(list.shown[0]);
  expect(after.shown[1]?.versions.base).toBe('12');
  expect(after.waiting).toBe(list.waiting);
  expect(withEach(list, change('item-9'))).toBe(list);
});
