/** Changes of lists from screens that do not show them. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import type { NewIngredient } from '../../lib/list-writer.ts';
import { queryClient } from '../../lib/query-client.ts';
import { isSendingPaused } from '../../lib/sync/send-changes.ts';
import { applyChange, type ListChange } from './list-changes.ts';
import { listWriter } from './list-writer.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));
vi.mock('../../lib/live.ts', () => ({ isLive: () => false, onLive: () => () => undefined }));
vi.mock('./api.ts', () => ({
  lists: {
    follow: () => undefined,
    change: (id: string[], change: ListChange) => changed.push({ id, change }) - 1,
    saved: async (index: number) => server.save(index),
    query: (...id: string[]) => ({ queryKey: ['lists', ...id], queryFn: () => server.fetch() }),
    pendingOf: () => pending,
    applyPending: (list: Parameters<typeof applyChange>[0], changes: ListChange[]) => changes.reduce(applyChange, list),
  },
}));
vi.mock('../../lib/sync/pending-changes.ts', async (original) => {
  const actual = await original<typeof import('../../lib/sync/pending-changes.ts')>();
  return { ...actual, pendingChanges: { ...actual.pendingChanges, waitingCount: () => server.waiting } };
});

const changed: { id: string[]; change: ListChange }[] = [];
let pending: ListChange[];
const server = {
  save: async (_index: number): Promise<void> => undefined,
  fetch: async (): Promise<object> => list(),
  waiting: 0,
};
const usual = { ...server };

const mia = { uid: 'mia', name: 'Mia', whose: 'home' };
const list = (...items: Partial<GroceryItem>[]) => ({ listId: 'home', revision: '5', items });
const ingredients = (count: number, meal?: string): NewIngredient[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ name: `${meal ?? 'Thing'} ${n}`, amount: '1', unit: 'kg' },
    ...(meal !== undefined && { recipeId: 'pie', recipeTitle: 'Pie', plannedMeal: { id: meal, portion: 1 } }),
  }));
/** The sizes of what was added in one request each. */
const batches = () => changed.map(({ change }) => (change.kind === 'add' ? change.items.length : 0));
const added = () => changed.flatMap(({ change }) => (change.kind === 'add' ? change.items : []));

beforeEach(() => {
  queryClient.clear();
  changed.length = 0;
  pending = [];
  Object.assign(server, usual);
  isSendingPaused.set(false);
});

describe('adding ingredients', () => {
  test('keeps what they are for, and counts those that were not added before', async () => {
    const [first] = ingredients(1, 'dinner');
    server.waiting = 1;
    server.fetch = async () => list({ id: added()[0]?.id ?? '' }, { id: 'other' });
    expect(await listWriter.add(mia, ingredients(2, 'dinner'))).toEqual({ kind: 'added', count: 1 });
    expect(changed.map(({ id }) => id)).toEqual([['mia', 'home']]);
    expect(added()[0]).toMatchObject({ ...first, addedBy: { uid: 'mia', name: 'Mia' }, checked: false });
    server.fetch = async () => Promise.reject(new Error('Lost'));
    expect(await listWriter.add(mia, ingredients(1))).toEqual({ kind: 'added', count: undefined });
  });

  test.each([
    ['fills requests up to their limit', [60, 40, 1], [100, 1]],
    ['splits no meal that fits into one', [60, 41], [60, 41]],
    ['splits a meal that fits into none', [250], [100, 100, 50]],
  ])('%s', async (_, sizes, sent) => {
    const all = sizes.flatMap((size, n) => ingredients(size, `meal ${n}`));
    await listWriter.add(mia, all);
    expect(batches()).toEqual(sent);
    expect(added().map(({ name }) => name)).toEqual(all.map(({ name }) => name));
  });

  test('fails with the refusal of the server', async () => {
    server.save = () => Promise.reject(new Error('Full'));
    await expect(listWriter.add(mia, ingredients(1))).rejects.toThrow('Full');
  });

  test('does not wait while they wait for a connection, before or after they were made', async () => {
    const saved = Promise.withResolvers<void>();
    server.save = () => saved.promise;
    server.waiting = 1;
    isSendingPaused.set(true);
    expect(await listWriter.add(mia, ingredients(1))).toEqual({ kind: 'waiting' });
    isSendingPaused.set(false);
    const later = listWriter.add(mia, ingredients(1));
    await Promise.resolve();
    isSendingPaused.set(true);
    expect(await later).toEqual({ kind: 'waiting' });
    saved.reject(new Error('Full')); // A later refusal is shown as that of other changes.
  });
});

describe('what a meal has brought', () => {
  const brought = (id: string, more = {}) => ({
    id,
    checked: false,
    plannedMeal: { id: 'dinner', portion: 1 },
    ...more,
  });
  const ids = async () => (await listWriter.itemsOf(mia, 'dinner')).map(({ id }) => id);

  test('is on the list, checked or not, with the pending changes', async () => {
    const other = { id: 'other', checked: false, plannedMeal: { id: 'lunch', portion: 1 } };
    server.fetch = async () => list(brought('a'), brought('b', { checked: true }), brought('c'), other, { id: 'd' });
    pending = [{ kind: 'remove', id: 'c' }];
    expect(await ids()).toEqual(['a', 'b']);
  });

  test('is fetched, or as last seen without a connection', async () => {
    queryClient.setQueryData(['lists', 'mia', 'home'], list(brought('old')));
    server.fetch = async () => list(brought('new'));
    expect(await ids()).toEqual(['new']);
    queryClient.setQueryData(['lists', 'mia', 'home'], list(brought('seen')));
    server.fetch = () => Promise.reject(new Error('Lost'));
    expect(await ids()).toEqual(['seen']);
    isSendingPaused.set(true);
    server.fetch = async () => expect.unreachable();
    expect(await ids()).toEqual(['seen']);
    queryClient.clear();
    isSendingPaused.set(false);
    server.fetch = () => Promise.reject(new Error('Lost'));
    expect(await ids()).toEqual([]);
  });

  test('is taken back by its items, and restored', () => {
    const items = [brought('a'), brought('b')] as GroceryItem[];
    listWriter.takeBack(mia, 'dinner', items);
    listWriter.restore(mia, items);
    expect(changed).toEqual([
      { id: ['mia', 'home'], change: { kind: 'takeBack', mealId: 'dinner', ids: ['a', 'b'] } },
      { id: ['mia', 'home'], change: { kind: 'restore', items } },
    ]);
  });

  test('is replaced by what is needed in one change, whose new items can be found again', () => {
    const items = [brought('a'), brought('b')] as GroceryItem[];
    const { changeKey, addedIds } = listWriter.buyLess(mia, 'dinner', items, ingredients(2, 'dinner'));
    const [made] = changed;
    expect([made?.id, made?.change]).toMatchObject([
      ['mia', 'home'],
      { kind: 'buyLess', mealId: 'dinner', ids: ['a', 'b'], items: ingredients(2, 'dinner') },
    ]);
    const newIds = made?.change.kind === 'buyLess' ? made.change.items.map(({ id }) => id) : [];
    expect([changeKey, addedIds]).toEqual([0, newIds]);
  });
});
