/** The documents that a browser keeps of its user from one page to the next. */
import * as fakeIndexedDb from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sessionOf, storedKeys, stubBrowser } from '../../../tests/support/signed-in-page.ts';

const minute = 60_000;
const start = Date.UTC(2026, 9, 1, 12);
const key = ['lists', 'mia', 'home'];
const plan = ['plans', 'mia', 'home'];

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

/** Loads the modules anew, as for a new page of the user, with a feature of plans and one of lists. */
async function openPage(uid: string | null) {
  vi.resetModules();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  const { savedSession } = await import('../identity/saved-session.ts');
  savedSession.set(uid === null ? null : sessionOf(uid));
  const { queryClient } = await import('../query-client.ts');
  const { recordLive } = await import('../last-live.ts');
  const kept = await import('./kept-documents.ts');
  const { outbox } = await import('./outbox.ts');
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
async function openRestored(uid: string | null) {
  const page = await openPage(uid);
  page.readKeptDocuments();
  page.loadFeatures();
  await page.keptDocumentsRestored();
  return page;
}

async function inDatabase() {
  const database = await openDB('potluck', 1);
  const all = await database.getAll('documents');
  database.close();
  return all;
}

/** Stores a version of the document, as another tab does. */
async function putDirectly(document: object): Promise<void> {
  const database = await openDB('potluck', 1);
  const [stored] = await database.getAll('documents');
  await database.put('documents', { ...stored, seenAt: Date.now(), document });
  database.close();
}

/** Resolves when the writes that have begun have ended: the database executes transactions in their order. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 5; turns++) await inDatabase();
}

/** Leaves documents of Mia in the browser. */
async function keep(...keys: readonly string[][]) {
  const page = await openRestored('mia');
  for (const each of keys) page.queryClient.setQueryData(each, { revision: '5' });
  page.hide();
  await vi.waitFor(async () => expect(await inDatabase()).toHaveLength(keys.length));
}

describe('the next page', () => {
  test('has what was kept, as of when it was seen, converts it, and fetches it when it is shown', async () => {
    await keep(key, plan);
    vi.setSystemTime(start + minute);
    const { queryClient } = await openRestored('mia');
    expect(queryClient.getQueryState(key)).toMatchObject({
      ...{ data: { revision: '5', feature: 'lists' }, isInvalidated: true, dataUpdatedAt: start },
    });
    expect(queryClient.getQueryData(plan)).toEqual({ revision: '5', feature: 'plans' });
  });

  test('reads it once for all features, while their code is loading', async () => {
    await keep(key, plan);
    const read = vi.spyOn(fakeIndexedDb.IDBIndex.prototype, 'getAll');
    const { cached } = await openRestored('mia');
    expect(cached()).toHaveLength(2);
    const isOfDocuments = (index: unknown) =>
      index instanceof fakeIndexedDb.IDBIndex && index.objectStore.name === 'documents';
    expect(read.mock.contexts.filter(isOfDocuments)).toHaveLength(1);
  });

  test('keeps a newer document that was fetched before the kept one was read', async () => {
    await keep(key);
    const page = await openPage('mia');
    page.loadFeatures();
    page.queryClient.setQueryData(key, { revision: '6' });
    await page.keptDocumentsRestored();
    expect(page.queryClient.getQueryData(key)).toEqual({ revision: '6' });
  });

  test('has it once its user signs in there', async () => {
    await keep(key);
    const { savedSession, cached } = await openRestored(null);
    expect(cached()).toEqual([]);
    savedSession.set(sessionOf('mia'));
    await vi.waitFor(() => expect(cached()).toEqual(['lists mia home']));
  });

  test('has what was stored last, and not what it read at its start, when its user leaves and returns', async () => {
    await keep(key);
    const { queryClient, savedSession, hide } = await openRestored('mia');
    queryClient.setQueryData(key, { revision: '6' });
    hide();
    await vi.waitFor(async () => expect(await inDatabase()).toMatchObject([{ document: { revision: '6' } }]));
    for (const session of [null, sessionOf('mia')]) savedSession.set(session);
    await vi.waitFor(() => expect(queryClient.getQueryData(key)).toMatchObject({ revision: '6' }));
  });
});

describe('another user', () => {
  test('gets nothing of it', async () => {
    await keep(key);
    expect((await openRestored('sam')).cached()).toEqual([]);
  });

  test('who replaces its user gets nothing of it, also while it is read', async () => {
    await keep(key);
    const page = await openRestored('mia');
    page.savedSession.set(sessionOf('sam'));
    expect(page.cached()).toEqual([]);
    const next = await openPage('mia');
    next.readKeptDocuments();
    next.savedSession.set(sessionOf('sam'));
    next.loadFeatures();
    await next.keptDocumentsRestored();
    expect(next.cached()).toEqual([]);
    const last = await openPage('mia');
    last.loadFeatures();
    last.savedSession.set(sessionOf('sam'));
    await last.keptDocumentsRestored();
    expect(last.cached()).toEqual([]);
  });

  test('gets their own, although those of the user before were being read', async () => {
    await keep(key);
    const page = await openPage('sam');
    page.readKeptDocuments();
    page.savedSession.set(sessionOf('mia'));
    page.loadFeatures();
    await page.keptDocumentsRestored();
    expect(page.cached()).toEqual(['lists mia home']);
  });
});

describe('a document', () => {
  const revisions = async () => (await inDatabase()).map(({ document }) => document.revision);

  test('is stored half a second after each change', async () => {
    const { queryClient } = await openRestored('mia');
    for (const revision of ['5', '6']) {
      queryClient.setQueryData(key, { revision });
      await vi.advanceTimersByTimeAsync(500);
      await vi.waitFor(async () => expect(await revisions()).toEqual([revision]));
    }
  });

  test('is not stored again with another one, as another tab may have stored a newer one', async () => {
    const { queryClient } = await openRestored('mia');
    queryClient.setQueryData(key, { revision: '5' });
    await vi.advanceTimersByTimeAsync(500);
    await vi.waitFor(async () => expect(await revisions()).toEqual(['5']));
    const [stored] = await inDatabase();
    const database = await openDB('potluck', 1);
    await database.put('documents', { ...stored, document: { revision: '6' } });
    database.close();
    queryClient.setQueryData(['lists', 'mia', 'office'], { revision: '7' });
    await vi.advanceTimersByTimeAsync(500);
    await vi.waitFor(async () => expect(await revisions()).toEqual(['6', '7']));
  });

  test('of a visitor is not stored', async () => {
    const { queryClient, savedSession, hide } = await openRestored('mia');
    savedSession.set(null);
    queryClient.setQueryData(key, { revision: '5' });
    hide();
    await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(minute);
    expect(await inDatabase()).toEqual([]);
  });

  test('is stored together with the removal of a change that it includes', async () => {
    const { queryClient, outbox } = await openRestored('mia');
    queryClient.setQueryData(key, { revision: '7' });
    await outbox.remove(key, []);
    expect(await revisions()).toEqual(['7']);
  });

  test('is stored as of now when the page is hidden, while pushed changes arrive', async () => {
    const page = await openRestored('mia');
    page.queryClient.setQueryData(key, { revision: '5' });
    const seenWhenHidden = async (at: number) => {
      vi.setSystemTime(at);
      page.hide();
      return vi.waitFor(async () => {
        const [document] = await inDatabase();
        expect(document).toBeDefined();
        return document.seenAt;
      });
    };
    page.recordLive(true);
    expect(await seenWhenHidden(start + minute)).toBe(start + minute);
    await page.queryClient.invalidateQueries({ queryKey: key });
    expect(await page.storedDocuments()).toMatchObject([{ name: 'lists mia home' }]);
    expect(page.toStoredDocument(key)?.seenAt).toBe(start);
  });

  test.each([
    ['it was removed from the cache', 'mia', { removes: true }],
    ['its user has left', null, { removes: false }],
  ])('is not stored any more when %s just before', async (_, next, { removes }) => {
    const { queryClient, savedSession, hide } = await openRestored('mia');
    queryClient.setQueryData(key, { revision: '5' });
    hide();
    if (removes) queryClient.removeQueries({ queryKey: key });
    savedSession.set(next === null ? null : sessionOf(next));
    await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(minute);
    expect(await inDatabase()).toEqual([]);
  });

  test('is not replaced by an older one of a tab that does not show it', async () => {
    await keep(key);
    const { hide } = await openRestored('mia');
    await vi.advanceTimersByTimeAsync(minute);
    await putDirectly({ revision: '11' });
    hide();
    await settled();
    expect(await inDatabase()).toMatchObject([{ document: { revision: '11' } }]);
  });

  test('is not replaced by an older one that was fetched before', async () => {
    await keep(key);
    const { queryClient } = await openRestored('mia');
    await vi.advanceTimersByTimeAsync(minute);
    queryClient.setQueryData(key, { revision: '7' });
    vi.setSystemTime(Date.now() + 100);
    await putDirectly({ revision: '11' });
    await vi.advanceTimersByTimeAsync(minute);
    await settled();
    expect(await inDatabase()).toMatchObject([{ document: { revision: '11' } }]);
  });

  test('is replaced by an older one that was fetched since, as after a restored backup', async () => {
    await keep(key);
    const { queryClient } = await openRestored('mia');
    await putDirectly({ revision: '11' });
    await vi.advanceTimersByTimeAsync(minute);
    queryClient.setQueryData(key, { revision: '7' });
    await vi.advanceTimersByTimeAsync(minute);
    await vi.waitFor(async () => expect(await inDatabase()).toMatchObject([{ document: { revision: '7' } }]));
  });

  test('does not return when a tab is hidden after another one has deleted it', async () => {
    await keep(key);
    const { hide } = await openRestored('mia');
    await vi.advanceTimersByTimeAsync(minute);
    const database = await openDB('potluck', 1);
    await database.clear('documents');
    database.close();
    hide();
    await settled();
    expect(await inDatabase()).toEqual([]);
  });

  test('of an owner whom the user may not see any more is deleted, with the last view', async () => {
    const office = ['lists', 'mia', 'office'];
    await keep(key, plan, office);
    localStorage.setItem('lastView', '{}');
    const { forgetDocuments, forgetDocument } = await openPage('mia');
    await forgetDocuments(['home']);
    expect(await inDatabase()).toMatchObject([{ key: office }]);
    expect(storedKeys()).not.toContain('lastView');
    await forgetDocument(office);
    expect(await inDatabase()).toEqual([]);
  });
});
