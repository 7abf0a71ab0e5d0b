import { onlineManager } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Batch } from '../../../server/core/contracts/batch.ts';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { savedSession } from '../../lib/identity/saved-session.ts';
import { pendingChanges } from '../../lib/sync/pending-changes.ts';
import { refusedChanges } from '../../lib/sync/refused-changes.ts';
import { sendNow } from '../../lib/sync/send-changes.ts';
import { lists } from './api.ts';
import type { ListChange } from './list-changes.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));
vi.mock('../../lib/live.ts', () => ({
  isLive: () => false,
  onLive: () => () => undefined,
  useLiveStatus: () => 'live',
}));
vi.mock('../../lib/sync/device-database.ts', () => ({
  deviceDatabase: async () => undefined,
  onDatabaseClosed: () => undefined,
}));

/** It expires in 2100. */
const token = `header.${btoa(JSON.stringify({ exp: 4_102_444_800 }))}.signature`;
const mia = { uid: 'mia', name: 'Mia' };
const item = (name: string): GroceryItem => ({
  id: `id-of-${name}`,
  name,
  amount: '',
  unit: '',
  checked: false,
  addedBy: mia,
  addedAt: '2026-10-01T18:40:00.000Z',
  order: 0,
});
const add = (name: string): ListChange => ({ kind: 'add', items: [item(name)] });
const move: ListChange = { kind: 'move', items: [item('Milk')], from: 'mia', to: 'party' };

/** Each request as its method and path, with those of the calls of a batch. */
let requests: string[][];
/** The statuses of the calls of the next batch. Default: 200 for each. */
let statuses: number[];

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', 'retry-after': '0' } });
const refusal = (statusCode: number) => ({ statusCode, code: 'REFUSED', error: 'Refused', message: 'No' });

async function respond(path: string, init: RequestInit): Promise<Response> {
  if (init.method === undefined || init.method === 'GET') return json(refusal(404), 404);
  if (path !== '/api/batch') {
    requests.push([`${init.method} ${path.slice('/api'.length)}`]);
    return json({ from: { revision: '9' }, to: { revision: '9' } });
  }
  const { calls }: Batch = JSON.parse(String(init.body));
  requests.push(calls.map(({ method, path: of }) => `${method} ${of}`));
  const answered = statuses.length > 0 ? statuses.splice(0) : calls.map(() => 200);
  return json({
    results: answered.map((status) => (status < 400 ? { status, revision: '9' } : { status, error: refusal(status) })),
  });
}

beforeEach(() => {
  for (const name of ['addEventListener', 'reportError']) vi.stubGlobal(name, () => undefined);
  vi.stubGlobal('navigator', { locks: { request: (_: string, _options: object, run: () => unknown) => run() } });
  vi.stubGlobal('fetch', respond);
  savedSession.set({ user: { ...mia, email: null, photoURL: null }, token });
  requests = [];
  statuses = [];
});

/** Makes changes without a connection, which is then back. Resolves when all have their responses. */
async function sendAfterOutage(...changes: ListChange[]): Promise<void> {
  onlineManager.setOnline(false);
  for (const change of changes) lists.change(['mia', 'mia'], change);
  onlineManager.setOnline(true);
  await vi.waitFor(() => {
    sendNow(); // Without the pause after a change that was not decided.
    expect(pendingChanges.waitingCount()).toBe(0);
  });
}

const [adding, moving] = ['POST /grocery-list', 'POST /grocery-list/mia/move'];

test('sends waiting changes together, and one that needs its response by itself, in their order', async () => {
  await sendAfterOutage(
    add('Milk'),
    add('Eggs'),
    move,
    move,
    add('Salt'),
    { kind: 'remove', id: 'id-of-Eggs' },
    add('Rice'),
  );
  const removing = 'DELETE /grocery-list/mia/id-of-Eggs';
  expect(requests).toEqual([[adding, adding], [moving], [moving], [adding, removing, adding]]);
});

test('sends at most a hundred changes together', async () => {
  await sendAfterOutage(...Array.from({ length: 205 }, (_, n) => add(`Item ${n}`)));
  expect(requests.map(({ length }) => length)).toEqual([100, 100, 5]);
});

test('goes on after a refused change, and sends again from one that was not decided', async () => {
  statuses = [200, 409, 503];
  await sendAfterOutage(add('Milk'), add('Eggs'), add('Salt'), add('Rice'));
  expect(requests).toEqual([
    [adding, adding, adding, adding],
    [adding, adding],
  ]);
  expect(refusedChanges.all().map(({ text }) => text.what)).toEqual(['Eggs']);
});
