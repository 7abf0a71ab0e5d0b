import { defaultScheduler, notifyManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GroceryItem, GroceryList } from '../../../server/core/contracts/grocery-list.ts';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { Revision } from '../../../server/core/contracts/shared.ts';
import { foldList } from '../../features/grocery-list/fold-list.ts';
import { applyChange, dependsOn, type ListChange } from '../../features/grocery-list/list-changes.ts';
import { ApiError } from '../api-client.ts';
import { queryClient } from '../query-client.ts';
import { pendingChanges } from './pending-changes.ts';
import { syncedDocuments } from './synced-documents.ts';

const live = vi.hoisted(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  return { isLive: true, listeners: new Set<(message: LiveMessage) => void>() };
});

vi.mock('../live.ts', () => ({
  isLive: () => live.isLive,
  onLiveMissed: () => undefined,
  onLive: (listener: (message: LiveMessage) => void) => {
    live.listeners.add(listener);
    return () => live.listeners.delete(listener);
  },
}));

vi.mock('../api-client.ts', async (original) => ({
  ...(await original<object>()),
  api: {
    send: async (_method: string, _path: string, made: ListChange, { idempotencyKey }: { idempotencyKey: string }) => ({
      revision: (await send(made, idempotencyKey)) ?? undefined,
    }),
  },
}));

const mia = { uid: 'mia', name: 'Mia' };
const item = (id: string, order: number): GroceryItem => ({
  id,
  name: id,
  amount: '',
  unit: '',
  checked: false,
  addedBy: mia,
  addedAt: '2026-10-01T18:40:00.000Z',
  order,
});
const [milk, eggs, salt] = [item('milk', 0), item('eggs', 1), item('salt', 2)];
const list = (revision: Revision, ...items: GroceryItem[]): GroceryList => ({ listId: 'list', revision, items });
const push = (from: Revision, revision: string, changed: GroceryItem[], removed: string[] = []): void => {
  const message: LiveMessage = {
    kind: 'list.changed',
    position: '1',
    listId: 'list',
    from,
    revision,
    changed,
    removed,
  };
  for (const listener of [...live.listeners]) listener(message);
};
const check: ListChange = { kind: 'check', id: 'milk', checked: true, by: mia };
const checkedMilk = { ...milk, checked: true, checkedBy: mia };

const lost = new ApiError({ statusCode: 0, code: 'UNREACHABLE', message: 'Nothing came back' });

/** The server's response to a fetch. */
let respond: () => GroceryList | Promise<GroceryList>;
let fetches: number;
let send: (change: ListChange, key: string) => Promise<Revision>;
let refused: [change: ListChange, error: unknown][];
let seen: { before: string[]; after: string[] }[];
let observer: QueryObserver<GroceryList>;

const lists = syncedDocuments<GroceryList, ListChange, readonly [uid: string]>({
  queryKey: ['list'],
  fetch: async () => {
    fetches++;
    return respond();
  },
  fold: foldList,
  apply: applyChange,
  send: async (_, change, write) => (await write('POST', '/list', change)).revision,
  dependsOn,
  describe: (_, { kind }) => ({ verb: kind, what: 'milk' }),
  refused: (_, change, { error }) => {
    refused.push([change, error]);
    return false;
  },
  onMessage: (before, after) => {
    const ids = ({ items }: GroceryList) => items.map(({ id, checked }) => (checked ? `${id} checked` : id));
    seen.push({ before: ids(before), after: ids(after) });
  },
});
lists.follow();

const cached = () => queryClient.getQueryData<GroceryList>(['list', 'mia']);
const show = async () => {
  observer = new QueryObserver(queryClient, lists.query('mia'));
  observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false));
};
/** Resolves when the listeners of earlier changes of the cache have been called. */
const told = () => new Promise<void>((resolve) => notifyManager.schedule(resolve));
/** Resolves when the server has responded. */
const change = (made: ListChange) => lists.saved(lists.change(['mia'], made));
const pending = () => pendingChanges.of(['list', 'mia']).map((each) => each.change);

beforeEach(() => {
  notifyManager.setScheduler(queueMicrotask); // Not by a timer, which some tests fake.
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error;
  });
  live.isLive = true;
  fetches = 0;
  seen = [];
  refused = [];
  respond = () => list('5', milk, eggs);
  send = async () => '6';
});

afterEach(async () => {
  await told();
  notifyManager.setScheduler(defaultScheduler);
  vi.useRealTimers();
  queryClient.clear();
  pendingChanges.remove(['list', 'mia'], () => true);
});

test('tells of a push together with the document, so that a screen renders once', async () => {
  await show();
  const results: string[] = [];
  const record = () => void results.push(`${cached()?.items.length} items, ${seen.length} message`);
  observer.subscribe(notifyManager.batchCalls(record)); // As the hooks of TanStack Query do.
  push('5', '6', [salt]);
  expect(seen).toEqual([]);
  await told();
  expect(results).toEqual(['3 items, 1 message']);
});

test('applies a push once', async () => {
  await show();
  push('5', '6', [salt]);
  push('5', '6', [salt]);
  expect(cached()).toEqual(list('6', milk, eggs, salt));
  expect(fetches).toBe(1);
});

test('fetches the document again after a gap', async () => {
  await show();
  respond = () => list('8', eggs, salt);
  push('7', '8', [salt]);
  await vi.waitFor(() => expect(cached()).toEqual(list('8', eggs, salt)));
  expect(fetches).toBe(2);
});

test('applies pushes that arrive before the first response', async () => {
  respond = async () => {
    push('5', '6', [salt]);
    return list('5', milk, eggs);
  };
  await show();
  expect(cached()).toEqual(list('6', milk, eggs, salt));
});

test('fetches again when a push that arrived meanwhile does not follow the response', async () => {
  respond = async () => {
    respond = () => list('7', salt);
    push('6', '7', [salt], ['milk', 'eggs']);
    return list('5', milk, eggs);
  };
  await show();
  expect(cached()).toEqual(list('7', salt));
  expect(fetches).toBe(2);
});

test('keeps a pushed change when an older response arrives later', async () => {
  await show();
  const late = Promise.withResolvers<GroceryList>();
  respond = () => late.promise;
  const refetched = observer.refetch();
  push('5', '6', [salt]);
  late.resolve(list('4', milk));
  await refetched;
  expect(cached()).toEqual(list('6', milk, eggs, salt));
});

test('keeps an invalidated document invalidated after a push', async () => {
  await show();
  await queryClient.invalidateQueries({ queryKey: ['list', 'mia'], refetchType: 'none' });
  push('5', '6', [salt]);
  expect(cached()).toEqual(list('6', milk, eggs, salt));
  expect(queryClient.getQueryState(['list', 'mia'])?.isInvalidated).toBe(true);
});

test('shows a change both after its response and after its push', async () => {
  await show();
  await change(check);
  expect(cached()).toEqual(list('5', milk, eggs));
  push('5', '6', [checkedMilk]);
  await told();
  expect(seen).toEqual([{ before: ['milk checked', 'eggs'], after: ['milk checked', 'eggs'] }]);
  push('6', '7', [milk]);
  await told();
  expect(seen.at(-1)).toEqual({ before: ['milk checked', 'eggs'], after: ['milk', 'eggs'] });
});

test('fetches the document when the push of a change does not arrive', async () => {
  await show();
  vi.useFakeTimers();
  respond = () => list('6', checkedMilk, eggs);
  await change(check);
  expect(fetches).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(cached()).toEqual(list('6', checkedMilk, eggs));
});

test('fetches the document at once after a change while there is no live connection', async () => {
  live.isLive = false;
  await show();
  respond = () => list('6', checkedMilk, eggs);
  await change(check);
  await vi.waitFor(() => expect(cached()).toEqual(list('6', checkedMilk, eggs)));
});

test('keeps a change pending that was answered before a long time without a signal', async () => {
  await show();
  vi.useFakeTimers();
  respond = () => {
    throw lost;
  };
  await change(check);
  await vi.advanceTimersByTimeAsync(3 * 60 * 60_000);
  push('5', '6', [checkedMilk]);
  await told();
  expect(seen).toEqual([{ before: ['milk checked', 'eggs'], after: ['milk checked', 'eggs'] }]);
});

test('keeps a change without a revision until a fetch that began after its response', async () => {
  await show();
  const refuse = () => Promise.reject(new ApiError({ statusCode: 404, code: 'LIST_NOT_FOUND', message: 'Not here' }));
  respond = refuse;
  send = async () => null;
  await change({ kind: 'remove', id: 'milk' });
  await vi.waitFor(() => expect(fetches).toBe(3));
  expect(pending()).toHaveLength(1);

  const slow = Promise.withResolvers<GroceryList>();
  respond = () => slow.promise;
  const fetched = lists.fetchAgain('mia');
  await change({ kind: 'remove', id: 'eggs' });
  respond = refuse;
  slow.resolve(list('5', eggs));
  await fetched;
  await vi.waitFor(() => expect(pending()).toEqual([{ kind: 'remove', id: 'eggs' }]));

  respond = () => list('6');
  await vi.waitFor(async () => {
    await lists.fetchAgain('mia');
    expect(pending()).toEqual([]);
  });
  expect(cached()).toEqual(list('6'));
});

test('forgets a change once the document includes it', async () => {
  await show();
  const made = change(check);
  push('5', '6', [checkedMilk]);
  await made;
  await vi.waitFor(() => expect(pending()).toEqual([]));
});

test('fetches again for a change that was made during a fetch', async () => {
  await show();
  vi.useFakeTimers();
  const early = Promise.withResolvers<GroceryList>();
  respond = () => early.promise;
  push('6', '7', []);
  live.isLive = false;
  send = async () => '8';
  await change(check);
  await vi.advanceTimersByTimeAsync(100);
  respond = () => list('8', checkedMilk, eggs);
  early.resolve(list('7', milk, eggs));
  await vi.advanceTimersByTimeAsync(100);
  expect([cached(), fetches]).toEqual([list('8', checkedMilk, eggs), 3]);
});

test('joins the running fetch at further gaps', async () => {
  await show();
  const late = Promise.withResolvers<GroceryList>();
  respond = () => late.promise;
  for (const from of [6, 7, 8, 9]) push(String(from), String(from + 1), []);
  late.resolve(list('10', salt));
  await vi.waitFor(() => expect(cached()).toEqual(list('10', salt)));
  expect(fetches).toBe(2);
});

test('sends a change again under its key when its response was lost', async () => {
  await show();
  vi.useFakeTimers();
  const keys: string[] = [];
  send = async (_, key) => {
    keys.push(key);
    if (keys.length === 1) throw lost;
    return '6';
  };
  const sent = change(check);
  push('5', '6', [checkedMilk]);
  await vi.advanceTimersByTimeAsync(60_000);
  await sent;
  expect([new Set(keys).size, keys.length, pending()]).toEqual([1, 2, []]);
});

test('removes a refused change, and those that depend on it', async () => {
  await show();
  const full = new ApiError({ statusCode: 409, code: 'LIST_FULL', message: 'Full' });
  send = async ({ kind }) => {
    if (kind === 'add') throw full;
    return '6';
  };
  const add: ListChange = { kind: 'add', items: [salt] };
  const saved = [add, { ...check, id: 'salt' }, check].map(change);
  expect(pending()).toHaveLength(3);
  const outcomes = await Promise.allSettled(saved);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect([refused, pending()]).toEqual([[[add, full]], [check]]);
});

test('accepts an older response if nothing was pushed, as after a restored log', async () => {
  await show();
  respond = () => list('3', eggs);
  await observer.refetch();
  expect(cached()).toEqual(list('3', eggs));
});

test('fetches the document after a push without revisions from an older server', async () => {
  await show();
  respond = () => list('6', eggs);
  const message = { kind: 'list.changed', position: '1', listId: 'list', changed: [], removed: ['milk'] };
  for (const listener of [...live.listeners]) listener(JSON.parse(JSON.stringify(message)));
  await vi.waitFor(() => expect(cached()).toEqual(list('6', eggs)));
});
