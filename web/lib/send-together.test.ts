import { beforeEach, expect, test, vi } from 'vitest';
import type { Batch, BatchResults } from '../../server/core/contracts/batch.ts';
import { ApiError } from './api-client.ts';
import type { SendWrite } from './api-response.ts';
import { maxTogether, sendTogether } from './send-together.ts';

const post = vi.hoisted(() => vi.fn());
vi.mock('./api-client.ts', async (original) => ({ ...(await original<object>()), api: { send: post } }));

const keys = ['first', 'second', 'third'];

/** Writes of which one fails before its call, for example because its stored change is damaged. */
const failingAt = (failing: number) => async (index: number, send: SendWrite) => {
  if (index === failing) throw new Error('Damaged');
  return (await send('POST', `/grocery-list/${index}`)).revision;
};

beforeEach(() => {
  post.mockReset().mockImplementation(async (_method: string, _path: string, { calls }: Batch) => {
    const results: BatchResults['results'] = calls.map((_call, index) => ({ status: 200, revision: String(index) }));
    return { data: { results } };
  });
});

test.each([
  ['first', 0, []],
  ['middle one', 1, ['first']],
  ['last', 2, ['first', 'second']],
])('the %s of three writes fails before its call: those before it are sent', async (_name, failing, sent) => {
  const outcomes = await sendTogether(keys, 'mia', failingAt(failing));
  expect(post.mock.calls.flatMap(([, , { calls }]) => calls.map(({ key }: { key: string }) => key))).toEqual(sent);
  if (failing === 0) expect(outcomes).toMatchObject([{ status: 'rejected', reason: new Error('Damaged') }]);
  else expect(outcomes).toEqual(sent.map((_key, index) => ({ status: 'fulfilled', value: String(index) })));
});

test('writes after one that the server cannot decide now have no outcome', async () => {
  post.mockResolvedValue({ data: { results: [{ status: 200, revision: '7' }] } });
  expect(await sendTogether(keys, 'mia', failingAt(-1))).toEqual([{ status: 'fulfilled', value: '7' }]);
});

test('batches are smaller after one that did not arrive in time, and larger again after one that did', async () => {
  const before = maxTogether();
  const failure = { statusCode: 0, code: 'UNREACHABLE', message: 'No response' };
  post.mockRejectedValueOnce(new ApiError(failure));
  await sendTogether(keys, 'mia', failingAt(-1));
  expect(maxTogether()).toBe(before);
  post.mockRejectedValueOnce(new ApiError(failure, { cause: new DOMException('Too long', 'TimeoutError') }));
  await sendTogether(keys, 'mia', failingAt(-1));
  expect(maxTogether()).toBe(2);
  for (let size = 2; size < before; size *= 2) await sendTogether(keys, 'mia', failingAt(-1));
  expect(maxTogether()).toBe(before);
});
