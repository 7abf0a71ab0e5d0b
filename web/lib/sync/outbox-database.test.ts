/** What the page does with its database: other users' changes, damaged records, and a database that is closed under it. */
import { onlineManager } from '@tanstack/react-query';
import * as fakeIndexedDb from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  errors,
  madeAt,
  openTab,
  resetBrowser,
  sent,
  server,
  store,
  storedChanges,
  text,
} from '../../../tests/support/tabs.ts';

beforeEach(resetBrowser);
afterEach(() => {
  vi.restoreAllMocks();
  onlineManager.setOnline(true);
});

const milk = { version: 2, at: madeAt, text, key: 'key-1', change: 'milk' };
const eggs = { version: 2, at: madeAt, text, key: 'key-2', change: 'eggs' };
/** Of no document, as after a write that a crash has cut off. */
const damaged = { version: 2, at: madeAt, text, key: 'key-3', change: 'salt', document: undefined, name: 'damaged' };
const sam = { user: { uid: 'sam', name: 'Sam', email: null, photoURL: null }, token: 'token of Sam' };

/** Two tabs, of which the first one is frozen while it sends. */
async function openFrozen() {
  const timeOut = new AbortController();
  vi.spyOn(AbortSignal, 'timeout')
    .mockReturnValue(new AbortController().signal)
    .mockReturnValueOnce(new AbortController().signal)
    .mockReturnValueOnce(timeOut.signal);
  const refusals: (() => void)[] = [];
  server.respond = () => new Promise((_, reject) => refusals.push(() => reject('FULL')));
  const [frozen, other] = [await openTab(), await openTab()];
  /** The other tab waits no longer, and sends the change. */
  const takeTurn = async () => {
    await vi.waitFor(() => expect([refusals, other.waiting()]).toMatchObject([{ length: 1 }, ['milk']]));
    timeOut.abort(new DOMException('Waited too long', 'TimeoutError'));
    await vi.waitFor(() => expect(refusals).toHaveLength(2));
  };
  return { frozen, other, refusals, takeTurn };
}

describe('the stored changes of a user', () => {
  test('who is replaced while they are read are neither shown to the next one nor sent', async () => {
    await store(milk);
    const tab = await openTab();
    const { getAll } = fakeIndexedDb.IDBIndex.prototype;
    vi.spyOn(fakeIndexedDb.IDBIndex.prototype, 'getAll').mockImplementation(function (this: IDBIndex, ...query) {
      if (this.name === 'name') tab.savedSession.set(sam);
      return getAll.apply(this, query);
    });
    await vi.waitFor(() => expect(tab.savedSession.get()).toBe(sam));
    await tab.showUnknownChanges(); // The database has answered the earlier reads.
    expect([tab.waiting(), tab.refused(), sent]).toEqual([[], [], []]);
    expect(await storedChanges()).toMatchObject([{ change: 'milk', by: 'mia' }]);
  });

  test('that were not saved are not shown to the next one', async () => {
    server.respond = () => Promise.reject('FULL');
    const tab = await openTab();
    tab.change('milk');
    await vi.waitFor(() => expect(tab.refused()).toHaveLength(1));
    tab.savedSession.set(sam);
    expect(tab.refused()).toEqual([]);
  });

  test('are sent when they sign in again', async () => {
    const tab = await openTab();
    const session = tab.savedSession.get();
    tab.close();
    await store(milk);
    tab.savedSession.set(session);
    await vi.waitFor(() => expect(sent).toEqual(['milk']));
  });

  test('of several lists are all sent by the next page', async () => {
    const other = ['lists', 'mia', 'other'];
    await store(milk, { ...eggs, document: other, name: other.join(' ') });
    await openTab();
    await vi.waitFor(() => expect(sent.toSorted()).toEqual(['eggs', 'milk']));
  });

  test('are sent by another tab if theirs was closed before', async () => {
    const [one, other] = [await openTab(), await openTab()];
    await other.showUnknownChanges();
    onlineManager.setOnline(false);
    one.change('milk');
    await vi.waitFor(() => expect(other.waiting()).toEqual(['milk']));
    one.close();
    onlineManager.setOnline(true);
    await vi.waitFor(() => expect(sent).toEqual(['milk']));
  });
});

test('a change is removed from the database once the document includes it', async () => {
  server.respond = async () => '1';
  const tab = await openTab();
  tab.cache({ revision: '1' });
  tab.change('milk');
  await vi.waitFor(async () => expect([tab.waiting(), await storedChanges()]).toEqual([[], []]));
});

test('a form waits until its own change is saved, whatever another tab changes', async () => {
  const [tab, other] = [await openTab(), await openTab()];
  const onSaved = vi.fn();
  void tab.saved(tab.change('milk')).then(onSaved);
  await vi.waitFor(() => expect(other.waiting()).toEqual(['milk']));
  other.change('eggs');
  await vi.waitFor(() => expect(tab.waiting()).toEqual(['milk', 'eggs']));
  expect(onSaved).not.toHaveBeenCalled();
});

describe('a refused change for whose outcome a form waits', () => {
  beforeEach(() => {
    server.respond = () => Promise.reject('FULL');
  });

  test('is shown by the form only, and not stored', async () => {
    const tab = await openTab();
    await expect(tab.saved(tab.change('milk'))).rejects.toMatchObject({ code: 'FULL' });
    await vi.waitFor(async () => expect(await storedChanges()).toEqual([]));
    expect(tab.refused()).toEqual([]);
  });

  test('is shown by the form only, also if another tab has sent it', async () => {
    const { frozen, other, refusals, takeTurn } = await openFrozen();
    const saved = frozen.saved(frozen.change('milk'));
    const outcome = expect(saved).rejects.toMatchObject({ code: 'FULL' });
    await takeTurn();
    refusals[1]?.();
    await outcome;
    await vi.waitFor(async () => expect(await storedChanges()).toEqual([]));
    await vi.waitFor(() => expect([frozen.refused(), other.refused()]).toEqual([[], []]));
  });

  test('is shown as not saved if the form is closed before', async () => {
    const tab = await openTab();
    const form = new AbortController();
    const saved = tab.saved(tab.change('milk'), form.signal);
    form.abort();
    await saved;
    await vi.waitFor(() => expect(tab.refused()).toMatchObject([[{ change: 'milk' }]]));
  });
});

test('a change that two tabs have stored again is there once, and is sent once', async () => {
  const refusal = { code: 'FULL', reason: 'The list is full.', cause: 'key-2' };
  await store(milk, milk, { ...eggs, refusal }, { ...eggs, refusal });
  const tab = await openTab();
  await vi.waitFor(() => expect(tab.refused()).toHaveLength(1));
  expect([tab.refused()[0]?.length, tab.waiting(), sent]).toEqual([1, ['milk'], ['milk']]);
});

describe('a damaged record', () => {
  test('holds up no other change', async () => {
    await store(damaged, eggs);
    await openTab();
    await vi.waitFor(() => expect(sent).toEqual(['eggs']));
    expect(errors).toEqual([]);
  });

  test('without a document is shown as not saved', async () => {
    await store(damaged);
    const tab = await openTab();
    await tab.showUnknownChanges();
    expect(tab.refused()).toMatchObject([[{ text, refusal: { code: 'DAMAGED' } }]]);
  });
});

test('a change that the user has discarded stays so when a frozen tab gets its response', async () => {
  const { frozen, other, refusals, takeTurn } = await openFrozen();
  frozen.change('milk');
  await takeTurn();
  refusals[1]?.();
  await vi.waitFor(() => expect(other.refused()).toHaveLength(1));
  const [group] = other.refused();
  if (group) await other.discardChanges(group);
  refusals[0]?.();
  await vi.waitFor(() => expect([frozen.waiting(), frozen.refused()]).toEqual([[], []]));
  expect(await storedChanges()).toEqual([]);
});

describe('when the database was closed from outside', () => {
  const deleteDatabase = () =>
    new Promise((resolve, reject) => {
      const deletion = indexedDB.deleteDatabase('potluck');
      deletion.onsuccess = resolve;
      deletion.onerror = reject;
    });

  test('and deleted, two tabs keep the changes of both, and send each once', async () => {
    const answers: (() => void)[] = [];
    server.respond = () => new Promise((resolve) => answers.push(() => resolve('1')));
    const [one, two] = [await openTab(), await openTab()];
    for (const change of ['milk', 'eggs', 'salt']) one.change(change);
    await vi.waitFor(() => expect([one.unstored(), two.waiting()]).toEqual([0, ['milk', 'eggs', 'salt']]));
    await deleteDatabase();
    await vi.waitFor(async () => {
      expect(new Set((await storedChanges()).map(({ change }) => change))).toEqual(new Set(['milk', 'eggs', 'salt']));
      expect([one.unstored(), two.unstored()]).toEqual([0, 0]);
    });
    expect([one.waiting(), two.waiting()]).toEqual([
      ['milk', 'eggs', 'salt'],
      ['milk', 'eggs', 'salt'],
    ]);
    for (let n = 0; n < 3; n++) {
      await vi.waitFor(() => expect(answers).toHaveLength(n + 1));
      answers[n]?.();
    }
    await vi.waitFor(() => expect([one.waiting(), two.waiting()]).toEqual([[], []]));
    expect(sent).toEqual(['milk', 'eggs', 'salt']);
  });

  test('and deleted, a change that was not saved can still be discarded for good', async () => {
    server.respond = () => Promise.reject('FULL');
    const tab = await openTab();
    tab.change('milk');
    tab.change('eggs');
    await vi.waitFor(async () => expect(await storedChanges()).toMatchObject([{ refusal: {} }, { refusal: {} }]));
    await deleteDatabase();
    await vi.waitFor(async () => expect(await storedChanges()).toHaveLength(2));
    const [first] = tab.refused();
    if (first) await tab.discardChanges(first);
    expect(await storedChanges()).toMatchObject([{ change: 'eggs', refusal: { code: 'FULL' } }]);
    expect(tab.refused()).toMatchObject([[{ change: 'eggs' }]]);
  });

  test('and deleted, a change that was not saved and one that waits are both stored again', async () => {
    server.respond = (change) => (change === 'milk' ? Promise.reject('FULL') : new Promise(() => undefined));
    const tab = await openTab();
    for (const change of ['milk', 'eggs']) tab.change(change);
    await vi.waitFor(async () => expect(await storedChanges()).toMatchObject([{ refusal: {} }, { change: 'eggs' }]));
    await deleteDatabase();
    await vi.waitFor(() => expect([tab.unstored(), tab.refused()[0]?.[0].sequence]).toEqual([0, 2]));
    expect((await storedChanges()).map(({ change }) => change)).toEqual(['eggs', 'milk']);
  });

  test('but not deleted, the page stores nothing twice', async () => {
    const listen = vi.spyOn(fakeIndexedDb.IDBDatabase.prototype, 'addEventListener');
    const tab = await openTab();
    tab.change('milk');
    await vi.waitFor(() => expect(tab.unstored()).toBe(0));
    const [, close] = listen.mock.calls.find(([type]) => type === 'close') ?? [];
    if (typeof close === 'function') close.call(indexedDB, new Event('close'));
    tab.change('eggs');
    await vi.waitFor(() => expect(tab.unstored()).toBe(0));
    expect((await storedChanges()).map(({ change }) => change)).toEqual(['milk', 'eggs']);
    expect(tab.waiting()).toEqual(['milk', 'eggs']);
  });
});
