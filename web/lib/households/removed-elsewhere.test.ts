/** What a browser keeps of a household that ends while its user looks at another screen. */
import * as fakeIndexedDb from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { openAs, stubBrowser } from '../../../tests/support/signed-in-page.ts';

vi.mock('../live.ts', async () => (await import('../../../tests/support/live-connection.ts')).live);

beforeEach(() => {
  stubBrowser();
  for (const [name, value] of Object.entries(fakeIndexedDb)) if (name.startsWith('IDB')) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new fakeIndexedDb.IDBFactory());
});

test('its lists are deleted from this browser at once', async () => {
  const page = await openAs('mia', async () => ({
    ...(await import('../../../tests/support/live-connection.ts')),
    ...(await import('../sync/device-database.ts')),
    ...(await import('./households.ts')),
    ...(await import('./saved-lists.ts')),
    ...(await import('./saved-households.ts')),
  }));
  page.saveHouseholds([{ id: 'home', name: 'Home' }]);
  page.saveLists('home', [{ id: 'party', name: 'Party' }]);
  const database = await page.deviceDatabase();
  for (const whose of ['home', 'party', 'mia']) {
    const key = ['lists', 'mia', whose];
    const document = { name: key.join(' '), key, by: 'mia', seenAt: 0, document: { revision: '5' } };
    await database?.put('documents', document);
  }
  // The user has seen the list in this page, and has gone on to the recipes.
  page.followHouseholds();
  page.receive({ kind: 'household.left', position: '9', householdId: 'home' });
  const stored = async () => ((await database?.getAll('documents')) ?? []).map(({ key }) => key[2]);
  await vi.waitFor(async () => expect(await stored()).toEqual(['mia']));
});
