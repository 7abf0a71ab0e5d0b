/** Pages of one browser, which keeps documents of its user from one page to the next. */
import * as fakeIndexedDb from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { sessionOf, stubBrowser } from './signed-in-page.ts';

export const minute = 60_000;
export const start = Date.UTC(2026, 9, 1, 12);
export const key = ['lists', 'mia', 'home'];
export const plan = ['plans', 'mia', 'home'];

/** Gives each test of a file a browser that keeps nothing yet. */
export function withBrowser(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: start });
    for (const [name, value] of Object.entries(fakeIndexedDb)) if (name.startsWith('IDB')) vi.stubGlobal(name, value);
    vi.stubGlobal('indexedDB', new fakeIndexedDb.IDBFactory());
    stubBrowser();
    vi.stubGlobal('reportError', (error: unknown) => {
      throw error;
    });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** Loads the modules anew, as for a new page of the user, with a feature of plans and one of lists. */
export async function openPage(uid: string | null) {
  vi.resetModules();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  const { savedSession } = await import('../../web/lib/identity/saved-session.ts');
  savedSession.set(uid === null ? null : sessionOf(uid));
  const { queryClient } = await import('../../web/lib/query-client.ts');
  const { recordLive } = await import('../../web/lib/last-live.ts');
  const kept = await import('../../web/lib/sync/kept-documents.ts');
  const { outbox } = await import('../../web/lib/sync/outbox.ts');
  return {
    ...{ savedSession, queryClient, recordLive, outbox, ...kept },
    loadFeatures: () => {
      for (const feature of ['plans', 'lists'])
        kept.keepDocuments([feature], (document) => Object.assign({}, document, { feature }));
    },
    hide: () => {
      page.visibilityState = 'hidden';
      page.dispatchEvent(new Event('visibilitychange'));
    },
    /** The keys of what is cached. */
    cached: () =>
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey.join(' ')),
  };
}

/** A page whose features have cached what was kept. */
export async function openRestored(uid: string | null) {
  const page = await openPage(uid);
  page.readKeptDocuments();
  page.loadFeatures();
  await page.keptDocumentsRestored();
  return page;
}

export async function inDatabase() {
  const database = await openDB('potluck', 1);
  const all = await database.getAll('documents');
  database.close();
  return all;
}

/** Stores a version of the document, as another tab does. */
export async function putDirectly(document: object): Promise<void> {
  const database = await openDB('potluck', 1);
  const [stored] = await database.getAll('documents');
  await database.put('documents', { ...stored, seenAt: Date.now(), document });
  database.close();
}

/** Resolves when the writes that have begun have ended: the database executes transactions in their order. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 5; turns++) await inDatabase();
}

/** Leaves documents of Mia in the browser. */
export async function keep(...keys: readonly string[][]) {
  const page = await openRestored('mia');
  for (const each of keys) page.queryClient.setQueryData(each, { revision: '5' });
  page.hide();
  await vi.waitFor(async () => expect(await inDatabase()).toHaveLength(keys.length));
}
