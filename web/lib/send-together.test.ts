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

test('are sent as their user, each under its key with its body, and get their own results', async () => {
  const refusal = { statusCode: 409, error: 'Conflict', code: 'LIST_FULL', message: 'Full' };
  const results = [
    { status: 200, revision: '7', document: 'list' },
    { status: 409, error: refusal },
    { status: 200, revision: '8' },
  ];
  post.mockResolvedValue({ data: { results } });
  const outcomes = await sendTogether(keys, 'mia', (index, send) =>
    index === 2 ? send('DELETE', '/list/2') : send('PATCH', `/list/${index}`, { index }),
  );
  const calls = [
    { method: 'PATCH', path: '/list/0', key: 'first', body: { index: 0 } },
    { method: 'PATCH', path: '/list/1', key: 'second', body: { index: 1 } },
    { method: 'DELETE', path: '/list/2', key: 'third' },
  ];
  expect(post.mock.calls).toEqual([['POST', '/batch', { calls }, { sender: 'mia' }]]);
  expect(outcomes).toMatchObject([
    { status: 'fulfilled', value: { revision: '7', documentId: 'list' } },
    { status: 'rejected', reason: { code: 'LIST_FULL' } },
    { status: 'fulfilled', value: { revision: '8' } },
  ]);
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

test('the first one stands for all that got no response', async () => {
  post.mockRejectedValueOnce(new ApiError({ statusCode: 503, code: 'STARTING', message: 'Starting' }));
  const before = maxTogether();
  expect(await sendTogether(keys, 'mia', failingAt(-1))).toMatchObject([
    { status: 'rejected', reason: { code: 'STARTING' } },
  ]);
  expect(maxTogether()).toBe(before);
});

test.each([400, 404, 405, 413, 422])(
  'none has an outcome, and they are sent alone, after a batch with %i',
  async (statusCode) => {
    vi.resetModules();
    const fresh = await import('./send-together.ts');
    const { ApiError: FreshError } = await import('./api-client.ts');
    post.mockRejectedValueOnce(new FreshError({ statusCode, code: 'REFUSED', message: 'No' }));
    expect(await fresh.sendTogether(keys, 'mia', failingAt(-1))).toEqual([]);
    expect(fresh.maxTogether()).toBe(1);
  },
);

test('a batch that a proxy has answered, without a server for now, is sent as a batch again', async () => {
  post.mockRejectedValueOnce(new ApiError({ statusCode: 404, code: 'PROXY_ERROR', message: 'No server' }));
  expect(await sendTogether(keys, 'mia', failingAt(-1))).toMatchObject([
    { status: 'rejected', reason: { code: 'PROXY_ERROR' } },
  ]);
  expect(maxTogether()).toBeGreaterThan(1);
});
