import { notifyManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GroceryList } from '../../../server/core/contracts/grocery-list.ts';
import { receive } from '../../../tests/support/live-connection.ts';
import { sessionOf } from '../../../tests/support/signed-in-page.ts';
import {
  cached,
  eggs,
  forgetList,
  list,
  lists,
  milk,
  notified,
  push,
  resetList,
  salt,
  seen,
  server,
  show,
} from '../../../tests/support/synced-list.ts';
import { ApiError } from '../api-client.ts';
import { savedSession } from '../identity/saved-session.ts';
import { queryClient } from '../query-client.ts';

beforeEach(resetList);
afterEach(forgetList);

test('tells of a push together with the document, so that a screen renders once', async () => {
  const observer = await show();
  const results: string[] = [];
  const record = () => void results.push(`${cached()?.items.length} items, ${seen.length} message`);
  observer.subscribe(notifyManager.batchCalls(record)); // As the hooks of TanStack Query do.
  push('5', '6', [salt]);
  expect(seen).toEqual([]);
  await notified();
  expect(results).toEqual(['3 items, 1 message']);
});

test('applies a push once', async () => {
  await show();
  push('5', '6', [salt]);
  push('5', '6', [salt]);
  expect(cached()).toEqual(list('6', milk, eggs, salt));
  expect(server.fetches).toBe(1);
  await notified();
  expect(seen).toHaveLength(1);
});

test('fetches the document again after a gap', async () => {
  await show();
  server.respond = () => list('8', eggs, salt);
  push('7', '8', [salt]);
  await vi.waitFor(() => expect(cached()).toEqual(list('8', eggs, salt)));
  expect(server.fetches).toBe(2);
});

test('keeps what only the former copy has when the document is fetched again', async () => {
  const observer = await show();
  server.omitted = ['eggs'];
  server.respond = () => list('6', salt);
  await observer.refetch();
  expect(cached()).toEqual(list('6', salt, eggs));
});

test('fetches once more later when several responses in a row were older than what had been pushed', async () => {
  await show();
  vi.useFakeTimers();
  server.respond = () => {
    push('7', '8', [salt]);
    return list('6', milk);
  };
  push('7', '8', [salt]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(server.fetches).toBe(4);
  server.respond = () => list('8', salt);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([cached(), server.fetches]).toEqual([list('8', salt), 5]);
});

test('applies pushes that arrive before the first response', async () => {
  server.respond = async () => {
    push('5', '6', [salt]);
    return list('5', milk, eggs);
  };
  await show();
  expect(cached()).toEqual(list('6', milk, eggs, salt));
});

test('fetches again when a push that arrived meanwhile does not follow the response', async () => {
  server.respond = async () => {
    server.respond = () => list('7', salt);
    push('6', '7', [salt], ['milk', 'eggs']);
    return list('5', milk, eggs);
  };
  await show();
  expect(cached()).toEqual(list('7', salt));
  expect(server.fetches).toBe(2);
});

test('keeps a pushed change when an older response arrives later', async () => {
  const observer = await show();
  const late = Promise.withResolvers<GroceryList>();
  server.respond = () => late.promise;
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

test('aborts the fetch of a document that nothing shows any more', async () => {
  const late = Promise.withResolvers<GroceryList>();
  let signal: AbortSignal | undefined;
  server.respond = (given) => {
    signal = given;
    return late.promise;
  };
  const hide = new QueryObserver(queryClient, lists.query('mia')).subscribe(() => undefined);
  await vi.waitFor(() => expect(server.fetches).toBe(1));
  hide();
  expect(signal?.aborted).toBe(true);
  late.resolve(list('5'));
});

test('joins the running fetch at further gaps', async () => {
  await show();
  const late = Promise.withResolvers<GroceryList>();
  server.respond = () => late.promise;
  for (const from of [6, 7, 8, 9]) push(String(from), String(from + 1), []);
  late.resolve(list('10', salt));
  await vi.waitFor(() => expect(cached()).toEqual(list('10', salt)));
  expect(server.fetches).toBe(2);
});

const respondLate = () => {
  const late = Promise.withResolvers<GroceryList>();
  server.respond = () => late.promise;
  return async (response: GroceryList, microtasks: number) => {
    late.resolve(response);
    for (let n = 0; n < microtasks; n++) await undefined;
  };
};

// The document is cached some microtasks after its response.
test.each([0, 2, 4, 6, 8])('applies a push that arrives %i microtasks after the first response', async (microtasks) => {
  const respond = respondLate();
  const shown = show();
  await respond(list('5', milk, eggs), microtasks);
  push('5', '6', [salt]);
  await shown;
  await vi.waitFor(() => expect(cached()).toEqual(list('6', milk, eggs, salt)));
  expect(server.fetches).toBe(1);
});

test.each([0, 2, 4, 6, 8])(
  'applies a push that arrives %i microtasks after the response to a gap',
  async (microtasks) => {
    await show();
    const respond = respondLate();
    push('7', '8', [salt]);
    await respond(list('8', eggs, salt), microtasks);
    push('8', '9', [milk]);
    await vi.waitFor(() => expect(cached()?.revision).toBe('9'));
    expect(server.fetches).toBe(2);
  },
);

test.each([0, 2, 4, 6, 8])(
  'fetches again when a push %i microtasks after the first response does not follow it',
  async (microtasks) => {
    const respond = respondLate();
    const shown = show();
    await vi.waitFor(() => expect(server.fetches).toBe(1));
    server.respond = () => list('7', salt);
    await respond(list('5', milk, eggs), microtasks);
    push('6', '7', [salt]);
    await shown;
    await vi.waitFor(() => expect(cached()).toEqual(list('7', salt)));
    expect(server.fetches).toBe(2);
  },
);

// The browser takes some milliseconds to read the copy that it keeps.
test.each([0, 2, 4, 6, 8])(
  'applies a push %i microtasks after the first response, although the kept copy was cached before',
  async (microtasks) => {
    const late = Promise.withResolvers<GroceryList>();
    server.respond = () => {
      server.respond = () => late.promise;
      push('6', '7', [salt]);
      return list('5', milk, eggs);
    };
    const shown = show();
    await vi.waitFor(() => expect(server.fetches).toBe(2));
    queryClient.setQueryData(['list', 'mia'], list('4', milk));
    late.resolve(list('7', eggs, salt));
    for (let n = 0; n < microtasks; n++) await undefined;
    push('7', '8', [milk]);
    await shown;
    await vi.waitFor(() => expect(cached()?.revision).toBe('8'));
    expect(server.fetches).toBe(2);
  },
);

test('fetches the document when asked, and keeps the cached one if that fails', async () => {
  await show();
  server.respond = () => list('6', eggs);
  expect(await lists.fetchAgain('mia')).toEqual(list('6', eggs));
  server.respond = () => Promise.reject(new ApiError({ statusCode: 404, code: 'LIST_NOT_FOUND', message: 'Not here' }));
  expect(await lists.fetchAgain('mia')).toEqual(list('6', eggs));
});

test('amends one document, and no other', async () => {
  await show();
  queryClient.setQueryData(['list', 'sam'], list('5', milk));
  lists.amend(['mia'], (cachedList) => ({ ...cachedList, items: [salt] }));
  expect([cached(), lists.cached(['sam'])]).toEqual([list('5', salt), list('5', milk)]);
});

test('accepts an older response if nothing was pushed, as after a restored log', async () => {
  const observer = await show();
  server.respond = () => list('3', eggs);
  await observer.refetch();
  expect(cached()).toEqual(list('3', eggs));
});

test('fetches the document after a push without revisions from an older server', async () => {
  await show();
  server.respond = () => list('6', eggs);
  const message = { kind: 'list.changed', position: '1', listId: 'list', changed: [], removed: ['milk'] };
  receive(JSON.parse(JSON.stringify(message)));
  await vi.waitFor(() => expect(cached()).toEqual(list('6', eggs)));
});

test('has nothing of a user cached once another one has signed in', async () => {
  savedSession.set(sessionOf('mia'));
  await queryClient.fetchQuery(lists.query('mia'));
  expect(cached()).toBeDefined();
  savedSession.set(sessionOf('sam'));
  expect(cached()).toBeUndefined();
  savedSession.set(null);
});
