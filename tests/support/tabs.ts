/**
 * Tabs of one browser, which store changes of lists in its database, and a server whose responses the test controls. Each
 * tab loads the client's modules anew: a test imports none of them itself.
 */
import { randomUUID } from 'node:crypto';
import * as fakeIndexedDb from 'fake-indexeddb';
import { openDB } from 'idb';
import { vi } from 'vitest';

vi.mock('../../web/lib/api-client.ts', async (original) => ({ ...(await original<object>()), api: { send: write } }));
vi.mock('../../web/lib/live.ts', () => ({
  isLive: () => false,
  onLive: () => () => undefined,
  useLiveStatus: () => 'offline',
}));

const session = { user: { uid: 'mia', name: 'Mia', email: null, photoURL: null }, token: 'token' };
/** Another one in each test, also of other files: a request that is never answered keeps its lock until the process ends. */
let listId: string;
const document = () => ['lists', 'mia', listId];
export const text = { verb: 'Add', what: 'Milk' };
export const uuidV7At = (ms: number, end: string) => {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${end.padStart(12, '0')}`;
};
export const madeAt = Date.UTC(2026, 9, 1, 12, 4);

type Change = string;
interface List {
  readonly revision: string | null;
}
export type Tab = Awaited<ReturnType<typeof openTab>>;

interface Server {
  /** What it does with each change. Resolves to the revision. */
  respond: (change: Change, key: string) => Promise<string>;
}

/** Never responds. */
const usualServer: Server = { respond: () => new Promise(() => undefined) };

export const server: Server = { ...usualServer };
export const sent: Change[] = [];
async function write(_method: string, _path: string, change: Change, { idempotencyKey }: { idempotencyKey: string }) {
  sent.push(change);
  return { revision: await server.respond(change, idempotencyKey) };
}
/** What the tabs have reported. */
export const errors: unknown[] = [];

/** Loads the client's modules anew, as another tab does, and a feature with lists. */
export async function openTab(upcasts: ((change: unknown) => unknown)[] = []) {
  vi.resetModules();
  const { savedSession } = await import('../../web/lib/identity/saved-session.ts');
  savedSession.set(session);
  const { documentChanges } = await import('../../web/lib/sync/document-changes.ts');
  const { changeActionsOf } = await import('../../web/lib/sync/change-actions.ts');
  const { outbox, discardChanges, showUnknownChanges } = await import('../../web/lib/sync/outbox.ts');
  const { isStorageAvailable } = await import('../../web/lib/sync/outbox-writes.ts');
  const { pendingChanges } = await import('../../web/lib/sync/pending-changes.ts');
  const { refusedChanges, unstoredCount } = await import('../../web/lib/sync/refused-changes.ts');
  const { ApiError } = await import('../../web/lib/api-client.ts');
  const id = ['mia', listId] as const;
  const cached: List[] = [];
  const lists = documentChanges<List, Change, typeof id>(
    {
      queryKey: ['lists'],
      upcasts,
      storage: outbox,
      apply: (list) => list,
      describe: (_, change) => ({ verb: 'Do', what: change }),
      conflict: (_, [change = '']) => ({
        ...{ title: 'Milk', mine: { text: change }, theirs: { text: 'theirs' }, state: '' },
        resolve: `${change} again`,
      }),
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
    saved: lists.saved,
    /** The list as the server has it. */
    cache: (list: List) => cached.splice(0, 1, list),
    waiting: () => pendingChanges.waitingOf(document()).map(({ change }) => change),
    unstored: unstoredCount,
    refused: () => refusedChanges.groups(),
    close: () => savedSession.set(null),
  };
}

const openDatabase = () => openDB('potluck', 1);
export const storedChanges = async (): Promise<{ change: unknown; refusal?: unknown }[]> => {
  const database = await openDatabase();
  const all = await database.getAll('changes');
  database.close();
  return all;
};
/** Stores a record as another release did. */
export async function store(...records: object[]): Promise<void> {
  const tab = await openTab();
  await tab.showUnknownChanges(); // Creates the database.
  tab.close();
  const database = await openDatabase();
  for (const record of records)
    await database.add('changes', { name: document().join(' '), document: document(), by: 'mia', ...record });
  database.close();
}

/** Before each test. */
export function resetBrowser(): void {
  listId = randomUUID();
  for (const [name, value] of Object.entries(fakeIndexedDb)) if (name.startsWith('IDB')) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new fakeIndexedDb.IDBFactory());
  vi.stubGlobal('addEventListener', () => undefined);
  // A tab that waits for another one's turn would take it during the tests of another file, unless a test lets it.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  errors.length = 0;
  vi.stubGlobal('reportError', (error: unknown) => errors.push(error));
  sent.length = 0;
  Object.assign(server, usualServer);
}
