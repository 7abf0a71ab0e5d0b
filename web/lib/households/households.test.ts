/** The cached households, in step with live messages. */
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { receive } from '../../../tests/support/live-connection.ts';
import { sessionOf } from '../../../tests/support/signed-in-page.ts';
import { savedSession } from '../identity/saved-session.ts';
import { queryClient } from '../query-client.ts';
import { followHouseholds, householdsQuery, refreshHouseholds } from './households.ts';
import { saveLists } from './saved-lists.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));
vi.mock('../live.ts', async () => (await import('../../../tests/support/live-connection.ts')).live);
vi.mock('../api-client.ts', async (original) => ({
  ...(await original<object>()),
  api: { get: async () => ({ data: { items: await server.respond() } }) },
}));

const household = (id: string, revision = '5', name = 'Sam') => ({
  ...{ id, revision, name: id },
  members: [
    { uid: 'mia', name: 'Mia', avatar: null },
    { uid: 'sam', name, avatar: null },
  ],
});
type Cached = ReturnType<typeof household>;
const server = { fetches: 0, respond: async (): Promise<Cached[]> => [], items: [household('home')] };
const message = (kind: string, more: object): LiveMessage =>
  JSON.parse(JSON.stringify({ kind, position: '1', ...more }));
const push = (kind: string, more: object) => receive(message(kind, more));
const cached = () => queryClient.getQueryData<Cached[]>(['households', 'mia']);

followHouseholds();

beforeEach(async () => {
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error;
  });
  savedSession.set(sessionOf('mia'));
  server.items = [household('home'), household('flat')];
  server.respond = async () => {
    server.fetches++;
    return server.items;
  };
  const shown = new QueryObserver(queryClient, householdsQuery('mia'));
  shown.subscribe(() => undefined);
  await vi.waitFor(() => expect(cached()).toHaveLength(2));
  server.fetches = 0;
});
afterEach(() => {
  queryClient.clear();
});

test('fetches again what is on the screen when the user joins a household', async () => {
  server.items = [household('home'), household('flat'), household('club')];
  push('household.joined', { householdId: 'club' });
  await vi.waitFor(() => expect(cached()).toHaveLength(3));
});

test.each(['household.left', 'household.dissolved'])(
  'removes a household and its lists at once after %s',
  async (kind) => {
    queryClient.setQueryData(['lists', 'mia', 'home'], { revision: '5' });
    queryClient.setQueryData(['lists', 'mia', 'party'], { revision: '5' });
    queryClient.setQueryData(['lists', 'mia', 'flat'], { revision: '5' });
    saveLists('home', [{ id: 'party', name: 'Party' }]);
    server.items = [household('flat')];
    push(kind, { householdId: 'home' });
    expect(cached()?.map(({ id }) => id)).toEqual(['flat']);
    expect(queryClient.getQueryData(['lists', 'mia', 'home'])).toBeUndefined();
    expect(queryClient.getQueryData(['lists', 'mia', 'party'])).toBeUndefined();
    expect(queryClient.getQueryData(['lists', 'mia', 'flat'])).toBeDefined();
    await vi.waitFor(() => expect(server.fetches).toBe(1));
  },
);

test('fetches again after a change that it does not have, and only then', async () => {
  push('household.changed', { householdId: 'home', revision: '5' });
  await new Promise(setImmediate);
  expect(server.fetches).toBe(0);
  server.items = [household('home', '6'), household('flat')];
  push('household.changed', { householdId: 'home', revision: '6' });
  await vi.waitFor(() => expect(cached()?.[0]?.revision).toBe('6'));
  push('household.changed', { householdId: 'club', revision: '1' });
  await vi.waitFor(() => expect(server.fetches).toBe(2));
});

// The first fetch is not started anew by a message.
test('fetches again when a household has changed during the first fetch, whose response may be older', async () => {
  queryClient.clear();
  const responses = [[household('home', '6')], [household('home', '7')]];
  server.respond = async () => {
    server.fetches++;
    if (server.fetches === 1) push('household.changed', { householdId: 'home', revision: '7' });
    return responses[server.fetches - 1] ?? [];
  };
  await queryClient.fetchQuery(householdsQuery('mia'));
  expect([cached()?.[0]?.revision, server.fetches]).toEqual(['7', 2]);
});

test('has the households after a write, also while no screen shows them', async () => {
  queryClient.clear();
  await queryClient.fetchQuery(householdsQuery('mia'));
  server.items = [household('home', '6')];
  await refreshHouseholds('mia');
  expect(cached()).toEqual([household('home', '6')]);
});

test('shows the new name of a member', () => {
  push('person.changed', { uid: 'sam', name: 'Samira', avatar: null });
  expect(cached()).toEqual([household('home', '5', 'Samira'), household('flat', '5', 'Samira')]);
});

test('shows the next user nothing of it', () => {
  savedSession.set(sessionOf('sam'));
  expect(cached()).toBeUndefined();
});
