import { expect, test, vi } from 'vitest';
import type { Batch, BatchResults } from '../../../server/core/contracts/batch.ts';
import { ApiError } from '../api-client.ts';
import type { PendingChange } from './pending-changes.ts';
import { requestChanges } from './request-changes.ts';

const post = vi.hoisted(() => vi.fn());
vi.mock('../api-client.ts', async (original) => ({ ...(await original<object>()), api: { send: post } }));

const pending = (what: string): PendingChange => ({
  key: `key of ${what}`,
  document: ['lists', 'mia', 'home'],
  change: { what },
  by: 'mia',
  at: 0,
  text: { verb: 'Add', what },
});

test('changes that are sent together keep their order, and each its key, path and content', async () => {
  post.mockImplementation(async (_method: string, _path: string, { calls }: Batch) => {
    const results: BatchResults['results'] = calls.map((_call, index) => ({ status: 200, revision: String(index) }));
    return { data: { results } };
  });
  const request = requestChanges<{ revision: string }, { what: string }, readonly [uid: string, whose: string]>({
    queryKey: ['lists'],
    isSentTogether: () => true,
    apply: (list) => list,
    describe: (_, { what }) => ({ verb: 'Add', what }),
    send: async ([, whose], change, write) => (await write('POST', `/grocery-list/${whose}`, change)).revision,
  });
  expect(await request(['milk', 'eggs'].map(pending))).toEqual([{ revision: '0' }, { revision: '1' }]);
  const calls = ['milk', 'eggs'].map((what) => {
    return { method: 'POST', path: '/grocery-list/home', key: `key of ${what}`, body: { what } };
  });
  expect(post.mock.calls).toEqual([['POST', '/batch', { calls }, { sender: 'mia' }]]);
});

test('a change whose key was used for another request of it was recorded', async () => {
  const reused = new ApiError({ statusCode: 422, code: 'IDEMPOTENCY_KEY_REUSED', message: 'Used' });
  const refused = new ApiError({ statusCode: 422, code: 'LIST_FULL', message: 'Full' });
  post.mockRejectedValueOnce(reused).mockRejectedValueOnce(refused);
  const request = requestChanges<{ revision: string }, { what: string }, readonly [uid: string, whose: string]>({
    queryKey: ['lists'],
    apply: (list) => list,
    describe: (_, { what }) => ({ verb: 'Add', what }),
    send: async ([, whose], change, write) => (await write('POST', `/grocery-list/${whose}`, change)).revision,
  });
  expect(await request([pending('milk')])).toEqual([{ revision: null }]);
  expect(await request([pending('eggs')])).toEqual([{ error: refused }]);
});
