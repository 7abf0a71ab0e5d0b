/** The cached notifications: reading them page by page, marking them as read, and live messages. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { receive } from '../../../tests/support/live-connection.ts';
import { sessionOf } from '../../../tests/support/signed-in-page.ts';
import { savedSession } from '../../lib/identity/saved-session.ts';
import { queryClient } from '../../lib/query-client.ts';
import { unreadKey } from '../../lib/unread.ts';
import {
  type CachedNotifications,
  changeSettings,
  followNotifications,
  markRead,
  notificationsQuery,
  settingsQuery,
  wantedPages,
} from './api.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));
vi.mock('../../lib/live.ts', async () => (await import('../../../tests/support/live-connection.ts')).live);
vi.mock('../../lib/api-client.ts', async (original) => ({
  ...(await original<object>()),
  api: {
    get: async (path: string) => ({ data: await server.read(path) }),
    send: (...call: unknown[]) => server.write(call),
  },
}));

const item = (n: number, unread = true) => ({
  ...{ id: `n-${n}`, at: `2026-10-01T12:0${n}:00.000Z`, unread },
  people: [{ uid: 'sam', name: 'Sam', avatar: null }],
});
type Item = ReturnType<typeof item>;
const page = (items: Item[], nextCursor: string | null, unread: number) => ({ items, nextCursor, unread });
const server = {
  read: async (_path: string): Promise<unknown> => page([item(3), item(2, false), item(1)], null, 2),
  write: (_call: unknown[]): Promise<unknown> => Promise.resolve({}),
};
const usual = { ...server };
const push = (kind: string, more = {}) => {
  const message: LiveMessage = JSON.parse(JSON.stringify({ kind, position: '1', ...more }));
  receive(message);
};
const fetchAll = () => queryClient.fetchQuery({ ...notificationsQuery('mia'), staleTime: 0 });
const cached = () => queryClient.getQueryData<CachedNotifications>(notificationsQuery('mia').queryKey);
const unreadIds = () => cached()?.items.flatMap(({ id, unread }) => (unread ? id : []));

followNotifications();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error;
  });
  savedSession.set(sessionOf('mia'));
  wantedPages.set(1);
  Object.assign(server, usual);
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

test('reads the wanted pages together, each notification once, and the number of unread ones', async () => {
  wantedPages.set(3);
  const paths: string[] = [];
  server.read = async (path) => {
    paths.push(path);
    return paths.length === 1 ? page([item(3), item(2)], 'after 2', 2) : page([item(2), item(1, false)], null, 3);
  };
  await fetchAll();
  expect(cached()?.items.map(({ id }) => id)).toEqual(['n-3', 'n-2', 'n-1']);
  expect(paths).toHaveLength(2);
  expect(new URLSearchParams(paths[1]?.split('?')[1]).get('cursor')).toBe('after 2');
  expect(queryClient.getQueryData(unreadKey('mia'))).toBe(3);
});

describe('marking as read', () => {
  test('one shows it at once, and names it and its time', async () => {
    await fetchAll();
    const calls: unknown[][] = [];
    server.write = async (call) => calls.push(call);
    const marked = markRead('mia', 'n-1');
    expect([unreadIds(), cached()?.unread, queryClient.getQueryData(unreadKey('mia'))]).toEqual([['n-3'], 1, 1]);
    await marked;
    const body = { id: 'n-1', through: item(1).at };
    expect(calls).toEqual([['POST', '/notifications/read', body, { sender: 'mia' }]]);
    await markRead('mia', 'n-1');
    expect(calls).toHaveLength(1);
  });

  test('all includes those on later pages, up to the newest one that the user has seen', async () => {
    server.read = async () => page([item(1), item(3), item(2, false)], 'more', 9);
    await fetchAll();
    const calls: unknown[][] = [];
    server.write = async (call) => calls.push(call);
    await markRead('mia');
    expect([unreadIds(), cached()?.unread]).toEqual([[], 0]);
    expect(calls).toEqual([['POST', '/notifications/read', { through: item(3).at }, { sender: 'mia' }]]);
  });

  test('is taken back when the server refuses it', async () => {
    await fetchAll();
    server.write = () => Promise.reject(new Error('Refused'));
    await markRead('mia', 'n-1');
    expect(queryClient.getQueryState(notificationsQuery('mia').queryKey)?.isInvalidated).toBe(true);
    expect(queryClient.getQueryState(unreadKey('mia'))?.isInvalidated).toBe(true);
  });
});

test('shows changed settings at once, sends them as their user, and after a failure fetches those of the server', async () => {
  const { queryKey } = settingsQuery('mia');
  const [on, off] = [JSON.parse('{"likes":true}'), JSON.parse('{"likes":false}')];
  queryClient.setQueryData(queryKey, on);
  const calls: unknown[][] = [];
  server.write = async (call) => calls.push(call);
  const saved = changeSettings('mia', off);
  expect(queryClient.getQueryData(queryKey)).toEqual(off);
  await saved;
  expect(calls).toEqual([['PUT', '/notifications/settings', off, { sender: 'mia' }]]);
  server.write = () => Promise.reject(new Error('Refused'));
  await changeSettings('mia', on);
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

describe('live messages', () => {
  test('fetch the list and the settings again, once for many of them, and again for later ones', async () => {
    await fetchAll();
    const keys = [notificationsQuery('mia').queryKey, settingsQuery('mia').queryKey];
    queryClient.setQueryData(settingsQuery('mia').queryKey, JSON.parse('{}'));
    const invalidated = () => keys.map((key) => queryClient.getQueryState(key)?.isInvalidated);
    for (let n = 0; n < 3; n++) push('notifications.changed');
    expect(invalidated()).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(400);
    expect(invalidated()).toEqual([true, true]);
    await fetchAll();
    push('notifications.changed');
    await vi.advanceTimersByTimeAsync(400);
    expect(invalidated()[0]).toBe(true);
  });

  test('show the new name of a person', async () => {
    await fetchAll();
    push('person.changed', { uid: 'sam', name: 'Samira', avatar: null });
    push('person.changed', { uid: 'tom', name: 'Tomas', avatar: null });
    expect(cached()?.items[0]?.people).toEqual([{ uid: 'sam', name: 'Samira', avatar: null }]);
  });
});

test('shows the next user nothing of it', async () => {
  await fetchAll();
  queryClient.setQueryData(settingsQuery('mia').queryKey, JSON.parse('{}'));
  await queryClient.fetchQuery({ ...settingsQuery('mia'), staleTime: 0 });
  savedSession.set(sessionOf('sam'));
  expect(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey[0]),
  ).not.toContain('notification-settings');
  expect(cached()).toBeUndefined();
});
