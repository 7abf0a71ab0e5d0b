/** How the changes that earlier pages have stored are sent, whatever screen is open. */
import { randomUUID } from 'node:crypto';
import * as fakeIndexedDb from 'fake-indexeddb';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { LiveMessage } from '../../server/core/contracts/live.ts';
import { sessionOf, stubBrowser } from '../../tests/support/signed-in-page.ts';

const send = vi.hoisted(() => vi.fn());
vi.mock('../lib/api-client.ts', async (original) => ({ ...(await original<object>()), api: { send } }));
const line = vi.hoisted(() => ({ isLive: true, listeners: new Set<(message: LiveMessage) => void>() }));
vi.mock('../lib/live.ts', () => ({
  isLive: () => line.isLive,
  onLive: (listener: (message: LiveMessage) => void) => {
    line.listeners.add(listener);
    return () => line.listeners.delete(listener);
  },
}));

const check = { kind: 'check', id: 'milk', checked: true, by: { uid: 'mia', name: 'Mia' } };
const plan = { day: 'monday', meal: 'dinner', recipe: null, from: null };

/** Another one in each test: a request that is never answered keeps its lock until the process ends. */
let whose: string;

beforeEach(() => {
  line.isLive = true;
  line.listeners.clear();
  whose = randomUUID();
  for (const [name, value] of Object.entries(fakeIndexedDb)) if (name.startsWith('IDB')) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new fakeIndexedDb.IDBFactory());
  vi.stubGlobal('window', globalThis);
  stubBrowser();
  send.mockReset().mockReturnValue(new Promise(() => undefined));
});

/** A page in a browser that stores nothing yet. */
async function openEmptyPage(uid: string) {
  vi.resetModules();
  const { savedSession } = await import('../lib/identity/saved-session.ts');
  savedSession.set(sessionOf(uid));
  const { sendStoredChanges } = await import('./send-stored-changes.ts');
  const { notifyMissed } = await import('../lib/live-missed.ts');
  return { savedSession, sendStoredChanges, notifyMissed };
}

const documents = () => [
  { document: ['grocery-list', 'items', 'mia', whose], change: check },
  { document: ['meal-plan', 'weeks', 'mia', whose, '2026-10-05'], change: plan },
];

/** Stores a change of Mia's list and one of her plan. */
async function store(): Promise<void> {
  const { deviceDatabase } = await import('../lib/sync/device-database.ts');
  const database = await deviceDatabase();
  for (const each of documents()) {
    const text = { verb: 'Change', what: 'Milk' };
    const name = each.document.join(' ');
    await database?.add('changes', { ...each, version: 2, changeVersion: 1, key: name, name, by: 'mia', at: 0, text });
  }
}

/** A page in a browser that has stored these changes. */
async function openPage(uid: string) {
  const page = await openEmptyPage(uid);
  await store();
  return page;
}

const paths = () => send.mock.calls.map(([, path]) => path).toSorted();
const expected = () => [`/grocery-list/${whose}/milk`, `/meal-plan/${whose}?week=2026-10-05`];

test('at the start of the page', async () => {
  (await openPage('mia')).sendStoredChanges();
  await vi.waitFor(() => expect(paths()).toEqual(expected()), 20_000);
});

test('and deletes the lists of a household that ends, which no screen shows', async () => {
  const { sendStoredChanges } = await openPage('mia');
  sendStoredChanges();
  await vi.waitFor(() => expect(paths()).toEqual(expected()), 20_000);
  const { queryClient } = await import('../lib/query-client.ts');
  const key = ['grocery-list', 'items', 'mia', whose];
  queryClient.setQueryData(key, { listId: whose, revision: '5', items: [] });
  for (const receive of line.listeners) receive({ kind: 'household.left', position: '9', householdId: whose });
  expect(queryClient.getQueryData(key)).toBeUndefined();
});

test('when their user signs in, and not before', async () => {
  const { savedSession, sendStoredChanges } = await openPage('sam');
  sendStoredChanges();
  await new Promise(setImmediate);
  expect(send).not.toHaveBeenCalled();
  savedSession.set(sessionOf('mia'));
  await vi.waitFor(() => expect(paths()).toEqual(expected()), 20_000);
});

/** Tells this tab of them, as the tab that has stored them does. */
function tell(): void {
  const otherTab = new BroadcastChannel('potluck.changes');
  for (const { document } of documents()) otherTab.postMessage(document);
  onTestFinished(() => otherTab.close());
}

test('when another tab has stored them, which may be closed before it can send them', async () => {
  const { sendStoredChanges } = await openEmptyPage('mia');
  sendStoredChanges();
  await new Promise(setImmediate);
  await store();
  tell();
  await vi.waitFor(() => expect(paths()).toEqual(expected()), 20_000);
});

test('when the connection is back, without which browsers would remember that their code could not be loaded', async () => {
  const whenIdle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (task: () => void) => whenIdle.push(task));
  const { sendStoredChanges, notifyMissed } = await openEmptyPage('mia');
  line.isLive = false;
  sendStoredChanges();
  await new Promise(setImmediate);
  await store();
  const channel = new BroadcastChannel('potluck.changes');
  onTestFinished(() => channel.close());
  const told = new Promise((resolve) => channel.addEventListener('message', resolve));
  tell();
  await told;
  expect(whenIdle).toEqual([]);
  line.isLive = true;
  notifyMissed();
  for (const task of whenIdle) task();
  await vi.waitFor(() => expect(paths()).toEqual(expected()), 20_000);
});
