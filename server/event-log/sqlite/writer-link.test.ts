import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startWriter } from './writer-link.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'potluck-writer-'));
});
afterEach(() => rm(directory, { recursive: true }));

test('reports that the writer has ended to a listener that comes later', async () => {
  const created = once(process, 'worker');
  const writer = await startWriter({
    file: join(directory, 'events.db'),
    synchronous: 'FULL',
    checkpointPages: 2000,
  });
  const [worker]: unknown[] = await created;
  if (!(worker instanceof Worker)) throw new Error('The log writes in a worker');
  await worker.terminate();
  const stop = vi.fn();
  writer.listen({ committed: vi.fn(), failed: vi.fn(), probed: vi.fn(), checkpointFailed: vi.fn(), stop });
  expect(stop).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('start again'));
});
