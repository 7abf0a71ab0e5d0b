/** The next request for waiting changes: which of them it has, and as whom it is sent. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Batch, BatchResults } from '../../../server/core/contracts/batch.ts';
import type { PendingChange } from './pending-changes.ts';
import { requestChanges } from './request-changes.ts';

const send = vi.hoisted(() => vi.fn());
vi.mock('../api-client.ts', async (original) => ({ ...(await original<object>()), api: { send } }));
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

const pending = (change: string): PendingChange => ({
  ...{ key: `key of ${change}`, document: ['lists', 'mia', 'home'], change, by: 'mia', at: 0 },
  text: { verb: 'Add', what: change },
});
const request = requestChanges<{ revision: string }, string, readonly [uid: string, whose: string]>({
  queryKey: ['lists'],
  isSentTogether: (change) => change !== 'move',
  apply: (list) => list,
  describe: (_, what) => ({ verb: 'Add', what }),
  send: async ([, whose], change, write) => (await write('POST', `/lists/${whose}`, { change })).revision,
});

beforeEach(() => {
  send.mockReset().mockImplementation(async (_method: string, path: string, { calls }: Batch) => {
    if (path !== '/batch') return { revision: '7' };
    const results: BatchResults['results'] = calls.map((_call, n) => ({ status: 200, revision: String(n) }));
    return { data: { results } };
  });
});

test('sends one change under its key as the user who made it', async () => {
  expect(await request([pending('move'), pending('milk')])).toEqual([{ revision: '7' }]);
  expect(send.mock.calls).toEqual([
    ['POST', '/lists/home', { change: 'move' }, { idempotencyKey: 'key of move', sender: 'mia' }],
  ]);
});

test('sends all up to one that is sent by itself together, as the user who made them', async () => {
  expect(await request(['milk', 'eggs', 'move', 'salt'].map(pending))).toEqual([{ revision: '0' }, { revision: '1' }]);
  expect(await request(['milk', 'eggs'].map(pending))).toHaveLength(2);
  for (const [, path, { calls }, options] of send.mock.calls) {
    expect([path, options]).toEqual(['/batch', { sender: 'mia' }]);
    expect(calls).toMatchObject([
      { key: 'key of milk', body: { change: 'milk' } },
      { key: 'key of eggs', body: { change: 'eggs' } },
    ]);
  }
});

test('says that a response has no revision, and which change has failed', async () => {
  send.mockResolvedValueOnce({});
  expect(await request([pending('milk')])).toEqual([{ revision: null }]);
  const error = new Error('Lost');
  send.mockRejectedValueOnce(error);
  expect(await request([pending('milk')])).toEqual([{ error }]);
});
