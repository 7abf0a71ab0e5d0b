/** A member's device: an instance of the client's modules, of its own, on a line that the test controls. */
import { isDeepStrictEqual } from 'node:util';
import { hashKey, QueryObserver } from '@tanstack/react-query';
import { vi } from 'vitest';
import type { Batch, BatchResults } from '../../../server/core/contracts/batch.ts';
import type { GroceryItem, GroceryList } from '../../../server/core/contracts/grocery-list.ts';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { Refusal } from '../../../server/core/domain/refusal.ts';
import { EventLogUnavailable } from '../../../server/core/event-log.ts';
import type { ListChange } from '../../../web/features/grocery-list/list-changes.ts';
import type { SendOptions } from '../../../web/lib/api-client.ts';
import type { WriteMethod } from '../../../web/lib/api-response.ts';
import { MemoryDatabase } from './memory-database.ts';
import { household, type ListRequest } from './memory-household.ts';

/** What the device is connected to. */
export interface Server {
  list(): GroceryList;
  execute(request: ListRequest): Promise<string | undefined>;
}

/**
 * What becomes of a request. `request lost`: within a batch, the server cannot decide it now. `held`: the response arrives
 * at `release`, or never.
 */
export type Fate = 'answered' | 'request lost' | 'answer lost' | 'held';

type ServerResponse =
  | { readonly revision: string | undefined }
  /** `isDone`: what was to be removed or put back was removed by others, which the client takes as done. */
  | { readonly error: ServerError; readonly isDone?: boolean };
type ServerError = { readonly statusCode: number; readonly code: string; readonly message: string };

export type Device = Awaited<ReturnType<typeof openDevice>>;

/** Imports the client's modules anew, so that they share no state with those of other devices. */
export async function openDevice(uid: string) {
  let server: Server;
  let isUp = true;
  let database = new MemoryDatabase();
  let fates: Fate[] = [];
  let held: { release: () => void; lose: () => void; kill: () => void }[] = [];
  let pushed: LiveMessage[] = [];
  /** Keys of changes to which the server has responded. */
  const answered = { acknowledged: new Set<string>(), refused: new Set<string>() };
  const listeners = new Set<(message: LiveMessage) => void>();
  /** The numbers of calls of the batches. */
  const batches: number[] = [];

  vi.resetModules();
  vi.doMock('../../../web/lib/live.ts', () => ({
    onLive: (listener: (message: LiveMessage) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isLive: () => isUp,
  }));
  vi.doMock('../../../web/lib/sync/device-database.ts', () => ({
    deviceDatabase: async () => database,
    onDatabaseClosed: () => undefined,
  }));
  vi.doMock('../../../web/lib/api-client.ts', async (original) => ({
    ...(await original<object>()),
    api: { get, send },
  }));
  const { ApiError } = await import('../../../web/lib/api-client.ts');
  const { savedSession } = await import('../../../web/lib/identity/saved-session.ts');
  const { queryClient } = await import('../../../web/lib/query-client.ts');
  const { notifyMissed } = await import('../../../web/lib/live-missed.ts');
  const { lists } = await import('../../../web/features/grocery-list/api.ts');

  const unreachable = () => new ApiError({ statusCode: 0, code: 'UNREACHABLE', message: 'No response' });
  const killed = () => new ApiError({ statusCode: 401, code: 'SENDER_LEFT', message: 'The page has ended' });

  async function get() {
    if (!isUp) throw unreachable();
    return { data: server.list() };
  }

  async function send(method: WriteMethod, path: string, content: unknown, { idempotencyKey: key = '' }: SendOptions) {
    if (path === '/batch') return sendBatch(content as Batch);
    return sendAlone({ method, path, key, body: content, uid });
  }

  async function sendAlone(request: ListRequest) {
    const response = await respond(request);
    receive(request.key, response);
    if ('error' in response) throw new ApiError(response.error);
    return { data: undefined, revision: response.revision };
  }

  /** The server ends a batch at a call that it cannot decide now. A lost response says nothing of any call. */
  async function sendBatch({ calls }: Batch) {
    const responses: ServerResponse[] = [];
    for (const { method, path, key, body } of calls) {
      const isLost = responses.length > 0 && isUp && fates[0] === 'request lost';
      if (isLost) fates.shift();
      const response = isLost ? { error: unavailable } : await respond({ method, path, body, key, uid });
      responses.push(response);
      if ('error' in response && response.error === unavailable) break;
    }
    batches.push(calls.length);
    for (const [n, response] of responses.entries()) receive(calls[n]?.key ?? '', response);
    return { data: { results: responses.map(asResult) } };
  }

  /** The response of the server, after which nothing is lost any more. */
  async function respond(request: ListRequest): Promise<ServerResponse> {
    const fate = isUp ? (fates.shift() ?? 'answered') : 'request lost';
    if (fate === 'request lost') throw unreachable();
    const response = await server
      .execute(request)
      .then((revision) => ({ revision }))
      .catch((error: unknown) => refusalOf(error, request.method === 'DELETE'));
    if (fate === 'answer lost' || !isUp) throw unreachable();
    if (fate === 'held') {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      held.push({ release: resolve, lose: () => reject(unreachable()), kill: () => reject(killed()) });
      await promise;
    }
    return response;
  }

  function receive(key: string, response: ServerResponse): void {
    if (!('error' in response)) answered.acknowledged.add(key);
    else if (response.isDone) answered.acknowledged.add(key);
    else if (response.error !== unavailable) answered.refused.add(key);
  }

  lists.follow();
  const id = [uid, household] as const;
  let close: (() => void) | undefined;
  /** The stored changes without a response. */
  const waiting = () => [...database.changes.values()].filter(({ response, refusal }) => !response && !refusal).length;
  const { queryKey } = lists.query(...id);
  const queryHash = hashKey(queryKey);
  // Thousands of times: `getQueryData` computes the hash each time.
  const shown = () => queryClient.getQueryCache().get<GroceryList>(queryHash)?.state.data;
  const shownItems = (): readonly GroceryItem[] => {
    const list = shown();
    return list ? lists.applyPending(list, lists.pendingOf(id)).items : [];
  };

  return {
    uid,
    answered,
    batches,
    database: () => database,
    shownItems,
    waiting,
    /** The changes that were not saved, with those that depend on them, by key. */
    notSaved: () =>
      new Map([...database.changes.values()].flatMap(({ key, refusal }) => (refusal ? [[key, refusal] as const] : []))),
    /** Whether it has sent all changes, has received all others, and shows no change that the server does not have. */
    isAtRest: ({ revision, items }: GroceryList) =>
      waiting() === 0 && shown()?.revision === revision && isDeepStrictEqual(shownItems(), items),
    change: (change: ListChange) => lists.change(id, change),
    decide: (fate: Fate) => fates.push(fate),
    push: (message: LiveMessage) => pushed.push(message),

    /** Starts anew, with an empty database. */
    reset(to: Server): void {
      server = to;
      database = new MemoryDatabase();
      answered.acknowledged.clear();
      answered.refused.clear();
      batches.length = 0;
      fates = [];
      held = [];
      pushed = [];
      isUp = true;
    },

    start(): void {
      savedSession.set({ user: { uid, name: uid, email: null, photoURL: null }, token: 'token' });
      close = new QueryObserver(queryClient, lists.query(...id)).subscribe(() => {});
    },

    /** Ends the page at once: what it has not stored is lost, and no response reaches it. */
    kill(): void {
      database.isClosed = true;
      close?.();
      savedSession.set(null);
      for (const { kill } of held) kill();
      held = [];
      pushed = [];
    },
    /** The killed page has stopped. */
    ended(): void {
      database.isClosed = false;
      queryClient.clear();
    },

    setLine(up: boolean): void {
      if (isUp === up) return;
      isUp = up;
      pushed = [];
      if (up) notifyMissed();
    },
    /** The server has restarted: what it had pushed and answered is lost. */
    reconnect(): void {
      pushed = [];
      for (const { lose } of held) lose();
      held = [];
      if (isUp) notifyMissed();
    },
    release(): void {
      for (const { release } of held) release();
      held = [];
    },
    /** Delivers pushed messages in this order of their indexes, some maybe repeatedly. The others arrive later. */
    deliver(order: readonly number[] = pushed.map((_, n) => n)): void {
      if (!isUp) return;
      const messages = pushed;
      pushed = messages.filter((_, n) => !order.includes(n));
      for (const n of order) {
        const message = messages[n];
        if (message) for (const listener of listeners) listener(message);
      }
    },
  };
}

const unavailable: ServerError = { statusCode: 503, code: 'UNAVAILABLE', message: 'Try again later' };

function refusalOf(error: unknown, isRemoval: boolean): ServerResponse {
  if (error instanceof EventLogUnavailable) return { error: unavailable }; // A wait was longer than the time for a command.
  if (!(error instanceof Refusal)) throw error;
  const { code, message, reason } = error;
  const isMissing = reason === 'not-found';
  const isDone = (isMissing && isRemoval) || code === 'NOTHING_TO_RESTORE';
  return { error: { statusCode: isMissing ? 404 : 409, code, message }, isDone };
}

function asResult(response: ServerResponse): BatchResults['results'][number] {
  if ('error' in response) {
    const { statusCode: status } = response.error;
    return { status, error: { ...response.error, error: '' } };
  }
  const { revision } = response;
  return { status: 200, ...(revision !== undefined && { revision }) };
}
