/**
 * A grocery list that `syncedDocuments` keeps in step with a server, whose responses and pushes the test controls. Import it
 * before the modules of the client, which would import the real connection.
 */
import { defaultScheduler, notifyManager, QueryObserver } from '@tanstack/react-query';
import { expect, vi } from 'vitest';
import type { GroceryItem, GroceryList } from '../../server/core/contracts/grocery-list.ts';
import type { Revision } from '../../server/core/contracts/shared.ts';
import { foldList } from '../../web/features/grocery-list/fold-list.ts';
import { applyChange, dependsOn, type ListChange } from '../../web/features/grocery-list/list-changes.ts';
import { savedSession } from '../../web/lib/identity/saved-session.ts';
import { queryClient } from '../../web/lib/query-client.ts';
import { pendingChanges } from '../../web/lib/sync/pending-changes.ts';
import { refusedChanges } from '../../web/lib/sync/refused-changes.ts';
import { syncedDocuments } from '../../web/lib/sync/synced-documents.ts';
import { connection, receive } from './live-connection.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));
vi.mock('../../web/lib/live.ts', async () => (await import('./live-connection.ts')).live);
vi.mock('../../web/lib/api-client.ts', async (original) => ({
  ...(await original<object>()),
  api: {
    send: async (_method: string, _path: string, made: ListChange, { idempotencyKey }: { idempotencyKey: string }) => ({
      revision: (await server.send(made, idempotencyKey)) ?? undefined,
    }),
  },
}));

const mia = { uid: 'mia', name: 'Mia' };
const item = (id: string, order: number): GroceryItem => ({
  id,
  name: id,
  amount: '',
  unit: '',
  checked: false,
  addedBy: mia,
  addedAt: '2026-10-01T18:40:00.000Z',
  order,
});
export const [milk, eggs, salt] = [item('milk', 0), item('eggs', 1), item('salt', 2)];
export const list = (revision: Revision, ...items: GroceryItem[]): GroceryList => ({ listId: 'list', revision, items });
export const push = (from: Revision, revision: string, changed: GroceryItem[], removed: string[] = []): void =>
  receive({ kind: 'list.changed', position: '1', listId: 'list', from, revision, changed, removed });
export const check: ListChange = { kind: 'check', id: 'milk', checked: true, by: mia };
export const checkedMilk = { ...milk, checked: true, checkedBy: mia };

interface Server {
  /** The response to a fetch. */
  respond: (signal: AbortSignal) => GroceryList | Promise<GroceryList>;
  send: (change: ListChange, key: string) => Promise<Revision>;
  /** The items that the client keeps of its former copy. */
  omitted: readonly string[];
  /** Whether a form shows why a change was refused. */
  isInPlace: boolean;
  fetches: number;
}

const usualServer: Server = {
  respond: () => list('5', milk, eggs),
  send: async () => '6',
  omitted: [],
  isInPlace: false,
  fetches: 0,
};

export const server: Server = { ...usualServer };
export const refused: [change: ListChange, error: unknown][] = [];
/** The shown items before and after each message. */
export const seen: { before: string[]; after: string[] }[] = [];

export const lists = syncedDocuments<GroceryList, ListChange, readonly [uid: string]>({
  queryKey: ['list'],
  fetch: async (_, { signal }) => {
    server.fetches++;
    return server.respond(signal);
  },
  fold: foldList,
  keepFromPrevious: (fetched, former) => ({
    ...fetched,
    items: [...fetched.items, ...former.items.filter(({ id }) => server.omitted.includes(id))],
  }),
  apply: applyChange,
  send: async (_, change, write) => (await write('POST', '/list', change)).revision,
  dependsOn,
  describe: (_, { kind }) => ({ verb: kind, what: 'milk' }),
  refused: (_, change, { error }) => {
    refused.push([change, error]);
    return server.isInPlace;
  },
  onMessage: (before, after) => {
    const ids = ({ items }: GroceryList) => items.map(({ id, checked }) => (checked ? `${id} checked` : id));
    seen.push({ before: ids(before), after: ids(after) });
  },
});
lists.follow();

export const cached = () => queryClient.getQueryData<GroceryList>(['list', 'mia']);
export async function show() {
  const observer = new QueryObserver(queryClient, lists.query('mia'));
  observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false));
  return observer;
}
/** Resolves when the listeners of earlier changes of the cache have been called. */
export const notified = () => new Promise<void>((resolve) => notifyManager.schedule(resolve));
/** Resolves when the server has responded. */
export const change = (made: ListChange) => lists.saved(lists.change(['mia'], made));
export const pending = () => pendingChanges.of(['list', 'mia']).map((each) => each.change);

/** Before each test. */
export function resetList(): void {
  notifyManager.setScheduler(queueMicrotask); // Not by a timer, which some tests fake.
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error;
  });
  savedSession.set({ user: { uid: 'mia', name: 'Mia', email: null, photoURL: null }, token: 'token' });
  connection.isLive = true;
  Object.assign(server, usualServer);
  seen.length = 0;
  refused.length = 0;
}

/** After each test. */
export async function forgetList(): Promise<void> {
  await notified();
  notifyManager.setScheduler(defaultScheduler);
  vi.useRealTimers();
  queryClient.clear();
  pendingChanges.remove(['list', 'mia'], () => true);
  refusedChanges.remove(refusedChanges.all().map(({ key }) => key));
}
