/** How the changes that earlier pages have stored are sent, whatever screen is open. */
import { randomUUID } from 'node:crypto';
import * as fakeIndexedDb from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { sessionOf, stubBrowser } from '../../tests/support/signed-in-page.ts';

const send = vi.hoisted(() => vi.fn());
vi.mock('../lib/api-client.ts', async (original) => ({ ...(await original<object>()), api: { send } }));
vi.mock('../lib/live.ts', async () => (await import('../../tests/support/live-connection.ts')).live);

const check = { kind: 'check', id: 'milk', checked: true, by: { uid: 'mia', name: 'Mia' } };
const plan = { day: 'monday', meal: 'dinner', recipe: null, from: null };

/** Another one in each test: a request that is never answered keeps its lock until the process ends. */
let whose: string;

beforeEach(() => {
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
  return { savedSession, sendStoredChanges };
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
  await vi.waitFor(() => expect(paths()).toEqual(expected()), 5_000);
});

test('when their user signs in, and not before', async () => {
  const { savedSession, sendStoredChanges } = await openPage('sam');
  sendStoredChanges();
  await new Promise(setImmediate);
  expect(send).not.toHaveBeenCalled();
  savedSession.set(sessionOf('mia'));
  await vi.waitFor(() => expect(paths()).toEqual(expected()), 5_000);
});

test('when another tab has stored them, which may be closed before it can send them', async () => {
  const { sendStoredChanges } = await openEmptyPage('mia');
  sendStoredChanges();
  await new Promise(setImmediate);
  await store();
  const otherTab = new BroadcastChannel('potluck.changes');
  for (const { document } of documents()) otherTab.postMessage(document);
  await vi.waitFor(() => expect(paths()).toEqual(expected()), 5_000);
  otherTab.close();
});

test('when the connection is back, without which their code cannot be loaded', async () => {
  const { sendStoredChanges } = await openPage('mia');
  const listeners: (() => void)[] = [];
  vi.stubGlobal(
    'addEventListener',
    (type: string, listener: () => void) => type === 'online' && listeners.push(listener),
  );
  vi.stubGlobal('navigator', { ...navigator, locks: navigator.locks, onLine: false });
  sendStoredChanges();
  expect(listeners).toHaveLength(1);
  vi.stubGlobal('navigator', { ...navigator, locks: navigator.locks, onLine: true });
  for (const listener of listeners) listener();
  await vi.waitFor(() => expect(paths()).toEqual(expected()), 5_000);
});
