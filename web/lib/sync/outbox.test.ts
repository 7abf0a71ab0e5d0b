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
  type Tab,
  text,
  uuidV7At,
} from '../../../tests/support/tabs.ts';

beforeEach(resetBrowser);
afterEach(() => {
  vi.restoreAllMocks();
  onlineManager.setOnline(true);
});

test('a change is sent while it is being stored, and its response is stored with it', async () => {
  const tab = await openTab();
  await tab.showUnknownChanges(); // The changes of earlier pages have been read.
  const turn = vi.spyOn(navigator.locks, 'request');
  server.respond = async () => '1';
  tab.change('milk');
  // The database needs tasks.
  for (let microtasks = 0; microtasks < 50 && sent.length === 0; microtasks++) await undefined;
  expect([turn.mock.calls.length, sent, tab.unstored()]).toEqual([1, ['milk'], 1]);
  await vi.waitFor(async () =>
    expect(await storedChanges()).toMatchObject([{ change: 'milk', response: { revision: '1' } }]),
  );
});

test('changes are sent in the order in which they were made, whatever the clock says', async () => {
  const day = 86_400_000;
  await store(
    { version: 2, at: madeAt, text, key: uuidV7At(madeAt, '1'), change: 'milk' },
    { version: 2, at: madeAt - day, text, key: uuidV7At(madeAt - day, '2'), change: 'eggs' },
  );
  server.respond = async () => '1';
  const tab = await openTab();
  vi.setSystemTime(madeAt - 2 * day);
  tab.change('salt');
  tab.change('rice');
  vi.useRealTimers();
  await vi.waitFor(() => expect(sent).toEqual(['milk', 'eggs', 'salt', 'rice']));
});

test('a change that waits asks the browser, once, not to delete what is stored', async () => {
  const persist = vi.fn(async () => true);
  vi.stubGlobal('navigator', { ...navigator, locks: navigator.locks, storage: { persist } });
  server.respond = async () => '1';
  onlineManager.setOnline(false);
  const tab = await openTab();
  for (const what of ['milk', 'eggs']) tab.change(what);
  await vi.waitFor(() => expect(tab.unstored()).toBe(0));
  await vi.waitFor(() => expect(persist).toHaveBeenCalledOnce());
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(sent).toEqual(['milk', 'eggs']));
});

describe('a change that another tab has stored, and whose message is missed,', () => {
  const milk = { version: 2, at: madeAt, text, key: uuidV7At(madeAt, '1'), change: 'milk' };

  test('is sent after one that this tab has sent at once', async () => {
    server.respond = async () => '1';
    const tab = await openTab();
    await tab.showUnknownChanges();
    await store(milk);
    tab.change('salt');
    await vi.waitFor(() => expect(sent).toEqual(['salt', 'milk']));
  });

  test('is read when the page is restored from the back/forward cache', async () => {
    const restored: ((event: { persisted: boolean }) => void)[] = [];
    vi.stubGlobal('addEventListener', (type: string, listener: (event: { persisted: boolean }) => void) => {
      if (type === 'pageshow') restored.push(listener);
    });
    const tab = await openTab();
    await tab.showUnknownChanges();
    await store(milk);
    for (const listener of restored) listener({ persisted: true });
    await vi.waitFor(() => expect(tab.waiting()).toEqual(['milk']));
  });
});

describe('a refused change', () => {
  test('is not saved, also after a restart and in another tab, until it is sent again', async () => {
    server.respond = (change) => (change === 'milk' ? Promise.reject('FULL') : Promise.resolve('1'));
    const [tab, other] = [await openTab(), await openTab()];
    tab.change('milk');
    tab.change('eggs');
    await vi.waitFor(() => expect(tab.refused()).toMatchObject([[{ change: 'milk', refusal: { code: 'FULL' } }]]));
    await vi.waitFor(() => expect(sent).toEqual(['milk', 'eggs']));
    await vi.waitFor(() => expect(other.refused()).toMatchObject([[{ change: 'milk' }]]));
    for (const each of [tab, other]) each.close();

    const next = await openTab();
    await vi.waitFor(() => expect(next.refused()).toHaveLength(1));
    expect(sent).toHaveLength(2);
    const [group] = next.refused();
    const keys: string[] = [];
    server.respond = (_, key) => {
      keys.push(key);
      return Promise.resolve('2');
    };
    if (group) next.changeActionsOf(group)?.sendAgain(group);
    await vi.waitFor(() => expect(sent).toEqual(['milk', 'eggs', 'milk']));
    expect(keys).toEqual([group?.[0].key]);
    expect(next.refused()).toEqual([]);
  });

  test('that replaces what another member has changed is gone for good', async () => {
    server.respond = (change) => (change === 'milk' ? Promise.reject('CHANGED') : Promise.resolve('2'));
    const tab = await openTab();
    tab.cache({ revision: '1' });
    tab.change('milk');
    await vi.waitFor(async () => expect(await storedChanges()).toMatchObject([{ refusal: { code: 'CHANGED' } }]));
    const [group] = tab.refused();
    if (group) tab.changeActionsOf(group)?.replaceTheirs(group);
    await vi.waitFor(async () =>
      expect(await storedChanges()).toMatchObject([{ change: 'milk again', response: { revision: '2' } }]),
    );
    expect(tab.refused()).toEqual([]);
  });
});

describe('the database', () => {
  test('is full: the change waits in the page, which says so, and is sent', async () => {
    const tab = await openTab();
    vi.spyOn(fakeIndexedDb.IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('No space', 'QuotaExceededError');
    });
    tab.change('milk');
    await vi.waitFor(() => expect([tab.isStorageAvailable.get(), sent]).toEqual([false, ['milk']]));
    expect([tab.unstored(), tab.waiting()]).toEqual([1, ['milk']]);
    expect(errors).toMatchObject([{ name: 'QuotaExceededError' }]);
  });

  test('is refused: the change waits in the page, and is sent', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const tab = await openTab();
    tab.change('milk');
    await vi.waitFor(() => expect(sent).toEqual(['milk']));
    expect([tab.unstored(), tab.isStorageAvailable.get()]).toEqual([1, false]);
  });

  test('is deleted under the page, which stores its changes again', async () => {
    const tab = await openTab();
    tab.change('milk');
    tab.change('eggs');
    await vi.waitFor(async () => expect(await storedChanges()).toHaveLength(2));
    await new Promise((resolve, reject) => {
      const deletion = indexedDB.deleteDatabase('potluck');
      deletion.onsuccess = resolve;
      deletion.onerror = reject;
    });
    await vi.waitFor(async () => expect((await storedChanges()).map(({ change }) => change)).toEqual(['milk', 'eggs']));
    await vi.waitFor(() => expect([tab.waiting(), tab.unstored()]).toEqual([['milk', 'eggs'], 0]));
  });
});

describe('two tabs', () => {
  test.each([
    ['before they have read what is stored', async () => undefined],
    ['after they have read what is stored', (tab: Tab) => tab.showUnknownChanges()],
  ])('send the changes of both in one order, each once, %s', async (_, ready) => {
    const answers: (() => void)[] = [];
    server.respond = () => new Promise((resolve) => answers.push(() => resolve('1')));
    const [one, two]: Tab[] = [await openTab(), await openTab()];
    for (const tab of [one, two]) if (tab) await ready(tab);
    one?.change('milk');
    await vi.waitFor(() => expect(two?.waiting()).toEqual(['milk']));
    two?.change('eggs');
    await vi.waitFor(() => expect(one?.waiting()).toEqual(['milk', 'eggs']));
    expect(sent).toEqual(['milk']);
    for (let n = 0; n < 2; n++) {
      await vi.waitFor(() => expect(answers).toHaveLength(n + 1));
      answers[n]?.();
    }
    await vi.waitFor(() => expect([one?.waiting(), two?.waiting()]).toEqual([[], []]));
    expect(sent).toEqual(['milk', 'eggs']);
  });

  test('that were offline send what both have stored once, before what is not stored yet', async () => {
    const answers: (() => void)[] = [];
    server.respond = () => new Promise((resolve) => answers.push(() => resolve('1')));
    const [one, two] = [await openTab(), await openTab()];
    onlineManager.setOnline(false);
    one.change('milk');
    await vi.waitFor(() => expect([one.unstored(), two.waiting()]).toEqual([0, ['milk']]));
    two.change('eggs');
    onlineManager.setOnline(true);
    await vi.waitFor(() => expect([answers.length, one.waiting()]).toEqual([1, ['milk', 'eggs']]));
    answers[0]?.();
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.();
    await vi.waitFor(() => expect([one.waiting(), two.waiting()]).toEqual([[], []]));
    expect(sent).toEqual(['milk', 'eggs']);
  });

  test('of which one was frozen while it sent: the other sends the change under the same key', async () => {
    const timeOut = new AbortController();
    // Only the other tab waits for too long.
    vi.spyOn(AbortSignal, 'timeout')
      .mockReturnValue(new AbortController().signal)
      .mockReturnValueOnce(new AbortController().signal)
      .mockReturnValueOnce(timeOut.signal);
    const keys: string[] = [];
    const answers: ((revision: string) => void)[] = [];
    server.respond = (_, key) => {
      keys.push(key);
      return new Promise((resolve) => answers.push(resolve));
    };
    const [frozen, other] = [await openTab(), await openTab()];
    frozen.change('milk');
    await vi.waitFor(() => expect([answers, other.waiting()]).toMatchObject([{ length: 1 }, ['milk']]));
    timeOut.abort(new DOMException('Waited too long', 'TimeoutError'));
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    for (const answer of answers) answer('1');
    await vi.waitFor(() => expect([frozen.waiting(), other.waiting()]).toEqual([[], []]));
    expect(new Set(keys).size).toBe(1);
    expect((await storedChanges()).filter(({ refusal }) => refusal)).toEqual([]);
    expect(errors).toEqual([]);
  });
});
