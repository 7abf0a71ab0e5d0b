/** What the page does when its database fails, or changes while it is read. */
import { onlineManager } from '@tanstack/react-query';
import * as fakeIndexedDb from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openTab, resetBrowser, sent, server, storedChanges } from '../../../tests/support/tabs.ts';

beforeEach(resetBrowser);
afterEach(() => {
  vi.restoreAllMocks();
  onlineManager.setOnline(true);
});

test('a change that is discarded while what is stored is being read stays so', async () => {
  server.respond = () => Promise.reject('FULL');
  const tab = await openTab();
  tab.change('milk');
  await vi.waitFor(async () => expect(await storedChanges()).toMatchObject([{ refusal: { code: 'FULL' } }]));
  await vi.waitFor(() => expect(tab.refused()).toHaveLength(1));
  const { getAll } = fakeIndexedDb.IDBIndex.prototype;
  const discarded: Promise<void>[] = [];
  vi.spyOn(fakeIndexedDb.IDBIndex.prototype, 'getAll').mockImplementation(function (this: IDBIndex, ...query) {
    const read = getAll.apply(this, query);
    const [group] = tab.refused();
    if (this.name === 'name' && group) discarded.push(tab.discardChanges(group));
    return read;
  });
  const otherTab = new BroadcastChannel('potluck.changes');
  onTestFinished(() => otherTab.close());
  otherTab.postMessage(tab.refused()[0]?.[0].document);
  await vi.waitFor(() => expect(discarded).toHaveLength(1));
  await Promise.all(discarded);
  for (let tasks = 0; tasks < 50; tasks++) await new Promise(setImmediate);
  expect([discarded.length, tab.refused(), await storedChanges()]).toEqual([1, [], []]);
});

test('a change that waits is sent once, although what is stored cannot be read any more', async () => {
  const tab = await openTab();
  onlineManager.setOnline(false);
  tab.change('milk');
  await vi.waitFor(() => expect(tab.unstored()).toBe(0));
  server.respond = async () => '1';
  const { getAll } = fakeIndexedDb.IDBIndex.prototype;
  // By what is read: tabs of other tests may read, too.
  const reads = new Map<string, number>();
  vi.spyOn(fakeIndexedDb.IDBIndex.prototype, 'getAll').mockImplementation(function (this: IDBIndex, ...query) {
    const count = (reads.get(String(query[0])) ?? 0) + 1;
    reads.set(String(query[0]), count);
    // Without an end, the test would have none.
    if (count > 100) return getAll.apply(this, query);
    throw new DOMException('The connection was lost', 'UnknownError');
  });
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(tab.waiting()).toEqual([]));
  expect(sent).toEqual(['milk']);
  expect(Math.max(...reads.values())).toBeLessThan(100);
});

test('changes are sent from the page when the browser never opens its database', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.stubGlobal('indexedDB', { open: () => new fakeIndexedDb.IDBOpenDBRequest() });
  server.respond = async () => '1';
  const tab = await openTab();
  for (const change of ['milk', 'eggs']) tab.change(change);
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(tab.waiting()).toEqual([]));
  expect(sent).toEqual(['milk', 'eggs']);
});

test('a change that was not saved, and cannot be stored, counts as lost with the page', async () => {
  vi.stubGlobal('indexedDB', undefined);
  server.respond = () => Promise.reject('FULL');
  const tab = await openTab();
  tab.change('milk');
  await vi.waitFor(() => expect(tab.refused()).toHaveLength(1));
  expect(tab.unstored()).toBe(1);
});

test('the page says no longer that the browser stores nothing once it stores again', async () => {
  const tab = await openTab();
  vi.spyOn(fakeIndexedDb.IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
    throw new DOMException('No space', 'QuotaExceededError');
  });
  tab.change('milk');
  await vi.waitFor(() => expect(tab.isStorageAvailable.get()).toBe(false));
  tab.change('eggs');
  await vi.waitFor(() => expect(tab.isStorageAvailable.get()).toBe(true));
});

describe('two tabs, whose database takes no more,', () => {
  test.each([
    ['an answered change', async () => '1'],
    ['a refused change', () => Promise.reject('FULL')],
  ])('do not send %s again and again', async (_, respond) => {
    server.respond = respond;
    const [tab, other] = [await openTab(), await openTab()];
    for (const each of [tab, other]) await each.showUnknownChanges();
    const full = vi.spyOn(fakeIndexedDb.IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No space', 'QuotaExceededError');
    });
    tab.change('milk');
    await vi.waitFor(() => expect(full.mock.calls.length).toBeGreaterThan(0));
    for (let tasks = 0; tasks < 100; tasks++) await new Promise(setImmediate);
    expect(sent.length).toBeLessThan(5);
  });
});
