import { beforeEach, expect, test } from 'vitest';
import type { RecordedEvent, RequestMark } from '../core/event-log.ts';
import { silentLogger } from '../core/logger.ts';
import { RecentRequests } from './recent-requests.ts';
import { KeyReused } from './recorded-commands.ts';

const emptyLog = { readAll: async function* () {} };

let recent: RecentRequests;
beforeEach(() => {
  recent = new RecentRequests(emptyLog, silentLogger);
});

const request = (key: string, fingerprint: string): RequestMark => ({ key, fingerprint });
const run = (mark: RequestMark, work: () => Promise<unknown> = async () => 'done') =>
  recent.underKey(mark, undefined, work);

test('remembers the keys of the last 25,000 requests', async () => {
  for (let n = 0; n <= 25_000; n++) recent.record(request(`key ${n}`, 'milk'));
  await expect(run(request('key 1', 'eggs'))).rejects.toThrow(KeyReused);
  await expect(run(request('key 1', 'milk'))).resolves.toBe('done');
});

test('knows the keys of the last day before the start', async () => {
  const day = 24 * 60 * 60 * 1_000;
  const eventOf = (n: number, age: number): RecordedEvent => {
    const mark = request(`key ${n}`, 'milk');
    const at = new Date(Date.now() - age).toISOString();
    const meta = { actor: 'mia', at, schema: 1, commandId: `c${n}`, correlationId: `c${n}`, request: mark };
    return {
      id: `e${n}`,
      type: 'PostLiked',
      data: {},
      stream: 'post-1',
      revision: BigInt(n),
      position: BigInt(n),
      meta,
    };
  };
  const newestFirst = async function* () {
    for (let n = 1_000; n > 0; n--) yield eventOf(n, day - (n + 60) * 1_000);
    yield eventOf(0, day + 1_000);
  };
  recent = new RecentRequests({ readAll: newestFirst }, silentLogger);
  await expect(run(request('key 1', 'eggs'))).rejects.toThrow(KeyReused);
  await expect(run(request('key 0', 'eggs'))).resolves.toBe('done');
});

test('refuses another request under a key until all requests with it have ended', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = run(request('key', 'milk'), () => promise);
  await run(request('key', 'milk'));
  await expect(run(request('key', 'eggs'))).rejects.toThrow(KeyReused);
  resolve();
  await first;
  // Nothing was recorded.
  await expect(run(request('key', 'eggs'))).resolves.toBe('done');
});
