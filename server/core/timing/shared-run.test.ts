import { expect, test } from 'vitest';
import { SharedRun } from './shared-run.ts';

/** Runs that the test completes, in the order in which they began. */
function openRuns() {
  const begun: PromiseWithResolvers<void>[] = [];
  const shared = new SharedRun(() => {
    const run = Promise.withResolvers<void>();
    begun.push(run);
    return run.promise;
  });
  return { begun, shared };
}

test('callers during a run share the next one', async () => {
  const { begun, shared } = openRuns();
  const first = shared.run();
  const ended: number[] = [];
  const later = [1, 2, 3].map((caller) => shared.run().then(() => ended.push(caller)));
  expect(begun).toHaveLength(1);
  begun[0]?.resolve();
  await first;
  await expect.poll(() => begun.length).toBe(2);
  expect(ended).toEqual([]);
  const last = shared.run();
  begun[1]?.resolve();
  await Promise.all(later);
  await expect.poll(() => begun.length).toBe(3);
  begun[2]?.resolve();
  await last;
  expect(begun).toHaveLength(3);
});

test('a failure is that of its own callers only', async () => {
  const { begun, shared } = openRuns();
  const first = shared.run();
  const second = shared.run();
  begun[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.resolve();
  await second;
  const third = shared.run();
  begun[2]?.resolve();
  await third;
});
