/** Which documents a browser keeps of its user, and when it stores and deletes them. */
import { openDB } from 'idb';
import { describe, expect, test, vi } from 'vitest';
import {
  inDatabase,
  keep,
  key,
  minute,
  openPage,
  openRestored,
  plan,
  putDirectly,
  settled,
  start,
  withBrowser,
} from '../../../tests/support/pages-with-kept-documents.ts';
import { sessionOf, storedKeys } from '../../../tests/support/signed-in-page.ts';

withBrowser();

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

  test('is stored as of when another tab has seen it last', async () => {
    await keep(key);
    const { outbox } = await openRestored('mia');
    vi.setSystemTime(start + minute);
    await putDirectly({ revision: '5' });
    await outbox.remove(key, []);
    expect(await inDatabase()).toMatchObject([{ seenAt: start + minute }]);
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
