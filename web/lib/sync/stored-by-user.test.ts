/** What remains in the browser of a user who has left. */
import * as fakeIndexedDb from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { sessionOf, storedKeys, stubBrowser } from '../../../tests/support/signed-in-page.ts';

beforeEach(() => {
  for (const [name, value] of Object.entries(fakeIndexedDb)) if (name.startsWith('IDB')) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new fakeIndexedDb.IDBFactory());
  stubBrowser();
});

/** A page of Mia's, in a browser that has stored a change and a document of hers, and of Sam's. */
async function openPage() {
  vi.resetModules();
  const { savedSession } = await import('../identity/saved-session.ts');
  savedSession.set(sessionOf('mia'));
  const { signOut } = await import('../identity/session.ts');
  const { deviceDatabase } = await import('./device-database.ts');
  const { hasStoredChanges, hasUnreadChanges } = await import('./stored-by-user.ts');
  const { onLost, pendingChanges } = await import('./pending-changes.ts');
  const database = await deviceDatabase();
  if (!database) throw new Error('There is no database');
  for (const by of ['mia', 'sam']) {
    const document = ['lists', by, 'home'];
    const name = document.join(' ');
    const text = { verb: 'Add', what: 'Milk' };
    await database.add('changes', { version: 2, key: by, document, name, by, at: 0, text, change: 'milk' });
    await database.put('documents', { name, key: document, by, seenAt: 0, document: { revision: '5' } });
  }
  localStorage.setItem('lastView', '{}');
  const left = async () => ({
    changes: (await database.getAll('changes')).map(({ by }) => by),
    documents: (await database.getAll('documents')).map(({ by }) => by),
    lastView: storedKeys().includes('lastView'),
  });
  return { savedSession, signOut, hasStoredChanges, hasUnreadChanges, pendingChanges, onLost, database, left };
}

test('a sign-out deletes the changes, the documents and the last view of its user, and nothing of others', async () => {
  const { signOut, left } = await openPage();
  signOut();
  await vi.waitFor(async () => expect(await left()).toEqual({ changes: ['sam'], documents: ['sam'], lastView: false }));
});

test('a session that ends otherwise leaves all but the last view, for the same user', async () => {
  const { savedSession, left } = await openPage();
  savedSession.set(null);
  expect(await left()).toEqual({ changes: ['mia', 'sam'], documents: ['mia', 'sam'], lastView: false });
});

test('what only the page keeps is lost on purpose by a sign-out, and not by the end of a later session', async () => {
  const { savedSession, signOut, pendingChanges, onLost } = await openPage();
  const lost: string[] = [];
  onLost(({ key }) => lost.push(key) > 0);
  const append = (key: string, by: string) =>
    pendingChanges.append(
      ['list', by],
      [{ key, document: ['list', by], change: key, by, at: 0, text: { verb: 'Add', what: key } }],
    );
  append('milk', 'mia');
  signOut();
  expect(lost).toEqual([]);
  savedSession.set(sessionOf('sam'));
  append('eggs', 'sam');
  savedSession.set(null);
  expect(lost).toEqual(['eggs']);
});

test.each([
  [['milk'], '1 change was not saved: you were signed out.'],
  [['milk', 'eggs'], '2 changes were not saved: you were signed out.'],
])('says that the session has ended with changes that only the page kept: %j', async (keys, text) => {
  const { savedSession, pendingChanges } = await openPage();
  const { notices } = await import('../notices.ts');
  for (const key of keys) pendingChanges.add(['list', 'mia'], 'mia', key, { verb: 'Add', what: key });
  savedSession.set(null);
  expect(notices.get().map((notice) => notice.text)).toEqual([text]);
});

test('an earlier page has left changes of its user only', async () => {
  const { savedSession, hasStoredChanges } = await openPage();
  const has: boolean[] = [];
  for (const uid of ['mia', 'sam', 'eleni']) {
    savedSession.set(sessionOf(uid));
    has.push(await hasStoredChanges());
  }
  savedSession.set(null);
  expect([...has, await hasStoredChanges()]).toEqual([true, true, false, false]);
});

test('changes of another tab are unsaved until the server has accepted them', async () => {
  const { savedSession, hasUnreadChanges, database } = await openPage();
  expect(await hasUnreadChanges()).toBe(true);
  for (const change of await database.getAll('changes'))
    if (change.by === 'mia') await database.put('changes', { ...change, response: { revision: '6' } });
  expect(await hasUnreadChanges()).toBe(false);
  savedSession.set(sessionOf('sam'));
  expect(await hasUnreadChanges()).toBe(true);
  savedSession.set(null);
  expect(await hasUnreadChanges()).toBe(false);
});

test('a change that this page shows is not one of another tab', async () => {
  const { pendingChanges, hasUnreadChanges, database } = await openPage();
  const [stored] = (await database.getAll('changes')).filter(({ by }) => by === 'mia');
  if (!stored) throw new Error('There is no change');
  pendingChanges.append(stored.document, [stored]);
  expect(await hasUnreadChanges()).toBe(false);
  await database.add('changes', { ...stored, key: 'other', sequence: 9 });
  expect(await hasUnreadChanges()).toBe(true);
});
