/** What a page has of lists that none of its screens shows, such as after ingredients of a recipe were added. */
import * as fakeIndexedDb from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { receive } from '../../../tests/support/live-connection.ts';
import { sessionOf, stubBrowser } from '../../../tests/support/signed-in-page.ts';
import { savedSession } from '../../lib/identity/saved-session.ts';
import { queryClient } from '../../lib/query-client.ts';
import { deviceDatabase } from '../../lib/sync/device-database.ts';
import './list-writer.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));
vi.mock('../../lib/live.ts', async () => (await import('../../../tests/support/live-connection.ts')).live);

const keyOf = (whose: string) => ['grocery-list', 'items', 'mia', whose];
const cached = (whose: string) => queryClient.getQueryData(keyOf(whose));
const stored = async () => ((await (await deviceDatabase())?.getAll('documents')) ?? []).map(({ key }) => key.at(-1));

beforeEach(() => {
  stubBrowser();
  for (const [name, value] of Object.entries(fakeIndexedDb)) if (name.startsWith('IDB')) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new fakeIndexedDb.IDBFactory());
  savedSession.set(sessionOf('mia'));
  for (const whose of ['home', 'mia'])
    queryClient.setQueryData(keyOf(whose), { listId: whose, revision: '5', items: [] });
});

test('stays in step with live messages', () => {
  receive({ kind: 'list.changed', position: '9', listId: 'home', from: '5', revision: '6', changed: [], removed: [] });
  expect(cached('home')).toMatchObject({ revision: '6' });
});

test('is deleted at once when the membership in its household ends', async () => {
  await vi.waitFor(async () => expect(await stored()).toEqual(['home', 'mia']), 5_000);
  receive({ kind: 'household.left', position: '9', householdId: 'home' });
  expect(cached('home')).toBeUndefined();
  await vi.waitFor(async () => expect(await stored()).toEqual(['mia']), 5_000);
});
