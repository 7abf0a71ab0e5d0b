/** What a browser keeps of lists and plans that its user may not see any more. */
import { QueryObserver } from '@tanstack/react-query';
import * as fakeIndexedDb from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { openAs, stubBrowser } from '../../../tests/support/signed-in-page.ts';

const [home, flat] = [
  { id: 'home', name: 'Home' },
  { id: 'flat', name: 'Flat' },
];
const [party, market] = [
  { id: 'party', name: 'Party' },
  { id: 'market', name: 'Market' },
];
const owners = ['home', 'party', 'flat', 'market', 'mia'];

beforeEach(() => {
  stubBrowser();
  for (const [name, value] of Object.entries(fakeIndexedDb)) if (name.startsWith('IDB')) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new fakeIndexedDb.IDBFactory());
});

/** A page of Mia's with two households, each with a further list. All lists are cached and stored. */
async function openPage() {
  const page = await openAs('mia', async () => ({
    ...(await import('../query-client.ts')),
    ...(await import('../sync/device-database.ts')),
    ...(await import('./saved-lists.ts')),
    ...(await import('./saved-households.ts')),
  }));
  page.saveHouseholds([home, flat]);
  page.saveLists('home', [party]);
  page.saveLists('flat', [market]);
  const database = await page.deviceDatabase();
  const store = async (whose: string) => {
    const key = ['lists', 'mia', whose];
    const document = { name: key.join(' '), key, by: 'mia', seenAt: 0, document: { revision: '5' } };
    await database?.put('documents', document);
    page.queryClient.setQueryData(key, { revision: '5' });
  };
  for (const whose of owners) await store(whose);
  return {
    ...page,
    store,
    left: async () => ({
      cached: page.queryClient
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey[2]),
      stored: ((await database?.getAll('documents')) ?? []).map(({ key }) => key[2]).toSorted(),
    }),
  };
}

test('all lists of a household that has ended are deleted, and no others', async () => {
  const { saveHouseholds, left, furtherListsOf } = await openPage();
  saveHouseholds([flat]);
  await vi.waitFor(async () =>
    expect(await left()).toEqual({ cached: ['flat', 'market', 'mia'], stored: ['flat', 'market', 'mia'] }),
  );
  expect([furtherListsOf('home'), furtherListsOf('flat')]).toEqual([[], ['market']]);
});

test('a closed list is deleted, and no other one', async () => {
  const { saveLists, left } = await openPage();
  saveLists('home', []);
  const others = ['flat', 'home', 'market', 'mia'];
  await vi.waitFor(async () => expect((await left()).stored).toEqual(others));
  expect((await left()).cached.toSorted()).toEqual(others);
});

test.each([
  ['household', 'home', ({ saveHouseholds }: Awaited<ReturnType<typeof openPage>>) => void saveHouseholds([flat])],
  ['list', 'party', ({ saveLists }: Awaited<ReturnType<typeof openPage>>) => void saveLists('home', [])],
])('a list of an ended %s that was on the screen, and was stored again, is deleted too', async (_, whose, end) => {
  const page = await openPage();
  const shown = { queryKey: ['lists', 'mia', whose], queryFn: () => ({ revision: '5' }), staleTime: Infinity };
  const hide = new QueryObserver(page.queryClient, shown).subscribe(() => undefined);
  end(page);
  await vi.waitFor(async () => expect((await page.left()).stored).not.toContain(whose));
  await page.store(whose);
  hide();
  await vi.waitFor(async () => expect((await page.left()).stored).not.toContain(whose));
  expect((await page.left()).cached).not.toContain(whose);
});
