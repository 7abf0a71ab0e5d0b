import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

const overloaded = () => new Error('Too many calls');

test('runs some calls at once, the others in order, and refuses what exceeds the queue', async () => {
  const running: number[] = [];
  const finish: (() => void)[] = [];
  const limited = limitConcurrency(
    (n: number) => {
      running.push(n);
      return new Promise<number>((resolve) => finish.push(() => resolve(n)));
    },
    { maxConcurrent: 2, maxWaiting: 2, overloaded },
  );
  const calls = [1, 2, 3, 4].map((n) => limited(n));
  await expect(limited(5)).rejects.toThrow('Too many calls');
  expect(running).toEqual([1, 2]);
  finish[1]?.();
  await turn();
  expect(running).toEqual([1, 2, 3]);
  calls.push(limited(6));
  for (const next of [0, 2, 3, 4]) {
    finish[next]?.();
    await turn();
  }
  expect(await Promise.all(calls)).toEqual([1, 2, 3, 4, 6]);
});

test('continues after a call that failed', async () => {
  const limited = limitConcurrency(
    async (n: number) => {
      if (n === 0) throw new Error('Zero');
      return n;
    },
    { maxConcurrent: 1, maxWaiting: 1, overloaded },
  );
  const [failed, next] = [limited(0), limited(1)];
  await expect(failed).rejects.toThrow('Zero');
  expect([await next, await limited(2)]).toEqual([1, 2]);
});

test('does not run a call that was cancelled while it waited, and gives its place to another', async () => {
  const running: number[] = [];
  const held = Promise.withResolvers<void>();
  const limited = limitConcurrency(
    async (n: number) => {
      running.push(n);
      await held.promise;
    },
    { maxConcurrent: 1, maxWaiting: 1, overloaded },
  );
  const cancelling = new AbortController();
  const [first, cancelled] = [limited(1), limited(2, cancelling.signal)];
  cancelling.abort(new Error('Cancelled'));
  await expect(cancelled).rejects.toThrow('Cancelled');
  const last = limited(3, new AbortController().signal);
  await expect(limited(4, cancelling.signal)).rejects.toThrow('Cancelled');
  held.resolve();
  await Promise.all([first, last]);
  expect(running).toEqual([1, 3]);
});
