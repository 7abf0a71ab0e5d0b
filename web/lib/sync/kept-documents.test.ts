/** What a page has of the documents that the browser keeps of its user. */
import * as fakeIndexedDb from 'fake-indexeddb';
import { describe, expect, test, vi } from 'vitest';
import {
  inDatabase,
  keep,
  key,
  minute,
  openPage,
  openRestored,
  plan,
  start,
  withBrowser,
} from '../../../tests/support/pages-with-kept-documents.ts';
import { sessionOf } from '../../../tests/support/signed-in-page.ts';

withBrowser();

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
