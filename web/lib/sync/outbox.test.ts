import * as fakeIndexedDb from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

vi.mock('../api-client.ts', async (original) => ({ ...(await original<object>()), api: { send: write } }));
vi.mock('../live.ts', () => ({ isLive: () => false, onLive: () => () => undefined, useLiveStatus: () => 'offline' }));

const session = { user: { uid: 'mia', name: 'Mia', email: null, photoURL: null }, token: 'token' };
/** Another one in each test: a request that is never answered keeps its lock. */
let tests = 0;
let document: string[];
const text = { verb: 'Add', what: 'Milk' };
const uuidV7At = (ms: number, end: string) => {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${end.padStart(12, '0')}`;
};
const madeAt = Date.UTC(2026, 9, 1, 12, 4);

type Change = string;
interface List {
  readonly revision: string | null;
}
type Tab = Awaited<ReturnType<typeof openTab>>;

/** What the server does with each change. */
let respond: (change: Change, key: string) => Promise<string>;
let sent: string[];
async function write(_method: string, _path: string, change: Change, { idempotencyKey }: { idempotencyKey: string }) {
  sent.push(change);
  return { revision: await respond(change, idempotencyKey) };
}
let errors: unknown[];

/** Loads the client's modules anew, as another tab does, and a feature with lists. */
async function openTab(upcasts: ((change: unknown) => unknown)[] = []) {
  vi.resetModules();
  const { savedSession } = await import('../identity/saved-session.ts');
  savedSession.set(session);
  const { documentChanges } = await import('./document-changes.ts');
  const { changeActionsOf } = await import('./change-actions.ts');
  const { isStorageAvailable, outbox, discardChanges, showUnknownChanges } = await import('./outbox.ts');
  const { pendingChanges } = await import('./pending-changes.ts');
  const { refusedChanges } = await import('./refused-changes.ts');
  const { ApiError } = await import('../api-client.ts');
  const id = ['mia', `home-${tests}`] as const;
  const cached: List[] = [];
  const lists = documentChanges<List, Change, typeof id>(
    {
      queryKey: ['lists'],
      upcasts,
      storage: outbox,
      apply: (list) => list,
      describe: (_, change) => ({ verb: 'Do', what: change }),
      send: async (_, change, send) =>
        (
          await send('POST', '/lists', change).catch((error: unknown) => {
            throw error instanceof Error
              ? error
              : new ApiError({ statusCode: 409, code: String(error), message: 'Refused' });
          })
        ).revision,
    },
    { cached: () => cached, fetchAgain: async () => undefined },
  );
  return {
    ...{ isStorageAvailable, discardChanges, showUnknownChanges, changeActionsOf, savedSession },
    change: (change: Change) => lists.change(id, change),
    waiting: () => pendingChanges.waitingOf(document).map(({ change }) => change),
    unstored: () => pendingChanges.unstoredCount(),
    refused: () => refusedChanges.groups(),
    close: () => savedSession.set(null),
  };
}

const openDatabase = () => openDB('potluck', 1);
const storedChanges = async (): Promise<{ change: unknown; refusal?: unknown }[]> => {
  const database = await openDatabase();
  const all = await database.getAll('changes');
  database.close();
  return all;
};
/** Stores a record as another release did. */
async function store(...records: object[]): Promise<void> {
  const tab = await openTab();
  await tab.showUnknownChanges(); // Creates the database.
  tab.close();
  const database = await openDatabase();
  for (const record of records)
    await database.add('changes', { name: document.join(' '), document, by: 'mia', ...record });
  database.close();
}

const never = () => new Promise<string>(() => undefined);

beforeEach(() => {
  tests++;
  document = ['lists', 'mia', `home-${tests}`];
  for (const [name, value] of Object.entries(fakeIndexedDb)) if (name.startsWith('IDB')) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new fakeIndexedDb.IDBFactory());
  vi.stubGlobal('addEventListener', () => undefined);
  errors = [];
  vi.stubGlobal('reportError', (error: unknown) => errors.push(error));
  sent = [];
  respond = never;
});

afterEach(() => vi.restoreAllMocks());

describe('a stored change', () => {
  test('of the first version is sent, and shows when it was made', async () => {
    await store({ version: 1, key: uuidV7At(madeAt, '1'), change: 'milk' });
    respond = () => Promise.reject('FULL');
    const tab = await openTab();
    await vi.waitFor(() => expect(tab.refused()).toHaveLength(1));
    expect(sent).toEqual(['milk']);
    expect(tab.refused()[0]?.[0]).toMatchObject({ at: madeAt, text: { verb: 'Do', what: 'milk' } });
  });

  test('whose feature has given it another shape is upcast', async () => {
    await store({ version: 2, at: madeAt, text, key: 'key-1', change: { name: 'milk' } });
    await openTab([(change) => Reflect.get(Object(change), 'name')]);
    await vi.waitFor(() => expect(sent).toEqual(['milk']));
  });

  test.each([
    ['a newer version', { version: 3 }, 'NEWER_RELEASE'],
    ['a newer shape', { version: 2, changeVersion: 2 }, 'NEWER_RELEASE'],
    ['no version', { version: 'two' }, 'DAMAGED'],
    ['no change', { version: 2, change: undefined, key: undefined }, 'DAMAGED'],
  ])(
    'with %s is shown as not saved, holds up no other one, and stays stored until it is discarded',
    async (_, wrong, code) => {
      await store(
        { at: madeAt, text, key: 'key-1', change: 'milk', ...wrong },
        { version: 2, at: madeAt, text, key: 'key-2', change: 'eggs' },
      );
      const tab = await openTab();
      await vi.waitFor(() => expect(sent).toEqual(['eggs']));
      const [group] = tab.refused();
      expect(group?.[0]).toMatchObject({ text, refusal: { code } });
      expect(await storedChanges()).toHaveLength(2);
      if (group) await tab.discardChanges(group);
      expect(tab.refused()).toEqual([]);
      expect(await storedChanges()).toHaveLength(1);
    },
  );

  test('of a feature that this release does not have is shown as not saved', async () => {
    await store({
      version: 2,
      at: madeAt,
      text,
      key: 'key-1',
      change: 1,
      document: ['pantry', 'mia'],
      name: 'pantry mia',
    });
    const tab = await openTab();
    await tab.showUnknownChanges();
    expect(tab.refused()).toMatchObject([[{ refusal: { code: 'NEWER_RELEASE' } }]]);
  });
});

test('a change gets its turn while it is being stored, and is sent once it is', async () => {
  const tab = await openTab();
  await tab.showUnknownChanges(); // Opens the database.
  const turn = vi.spyOn(navigator.locks, 'request');
  let storedBefore: number | undefined;
  respond = async () => {
    storedBefore = (await storedChanges()).length;
    return '1';
  };
  tab.change('milk');
  expect([turn.mock.calls.length, tab.unstored()]).toEqual([1, 1]);
  await vi.waitFor(() => expect(storedBefore).toBe(1));
});

test('changes are sent in the order in which they were made, whatever the clock says', async () => {
  const day = 86_400_000;
  await store(
    { version: 2, at: madeAt, text, key: uuidV7At(madeAt, '1'), change: 'milk' },
    { version: 2, at: madeAt - day, text, key: uuidV7At(madeAt - day, '2'), change: 'eggs' },
  );
  respond = async () => '1';
  const tab = await openTab();
  vi.setSystemTime(madeAt - 2 * day);
  tab.change('salt');
  tab.change('rice');
  vi.useRealTimers();
  await vi.waitFor(() => expect(sent).toEqual(['milk', 'eggs', 'salt', 'rice']));
});

describe('a refused change', () => {
  test('is not saved, also after a restart and in another tab, until it is sent again', async () => {
    respond = (change) => (change === 'milk' ? Promise.reject('FULL') : Promise.resolve('1'));
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
    respond = (_, key) => {
      keys.push(key);
      return Promise.resolve('2');
    };
    if (group) next.changeActionsOf(group)?.sendAgain(group);
    await vi.waitFor(() => expect(sent).toEqual(['milk', 'eggs', 'milk']));
    expect(keys).toEqual([group?.[0].key]);
    expect(next.refused()).toEqual([]);
  });
});

describe('the database', () => {
  test('is full: the change waits in the page, which says so, and is sent', async () => {
    const tab = await openTab();
    vi.spyOn(fakeIndexedDb.IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('No space', 'QuotaExceededError');
    });
    tab.change('milk');
    await vi.waitFor(() => expect(sent).toEqual(['milk']));
    expect([tab.unstored(), tab.isStorageAvailable.get(), tab.waiting()]).toEqual([1, false, ['milk']]);
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
  test('send the changes of both in one order, each once', async () => {
    const answers: (() => void)[] = [];
    respond = () => new Promise((resolve) => answers.push(() => resolve('1')));
    const [one, two]: Tab[] = [await openTab(), await openTab()];
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

  test('of which one was frozen while it sent: the other sends the change under the same key', async () => {
    const timeOut = new AbortController();
    // Only the other tab waits for too long.
    vi.spyOn(AbortSignal, 'timeout')
      .mockReturnValue(new AbortController().signal)
      .mockReturnValueOnce(new AbortController().signal)
      .mockReturnValueOnce(timeOut.signal);
    const keys: string[] = [];
    const answers: ((revision: string) => void)[] = [];
    respond = (_, key) => {
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
