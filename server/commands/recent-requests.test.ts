import { beforeEach, expect, test } from 'vitest';
import type { RequestMark } from '../core/event-log.ts';
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
