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
  const calls = [1, 2, 3, 4].map(limited);
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
