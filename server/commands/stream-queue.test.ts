import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Overloaded, StreamQueue } from './stream-queue.ts';

const limits = { maxWaiting: 3, maxTogether: 2 };

/** A queue whose work ends when `finish` is called. */
function openQueue(gatherMs: (busyMs: number) => number = () => 0) {
  const begun: string[][] = [];
  let finish: () => void = () => {};
  const queue = new StreamQueue<string>({
    ...limits,
    gatherMs: (_stream, busyMs) => gatherMs(busyMs),
    work: (stream, tasks) => {
      begun.push([stream, ...tasks]);
      return new Promise((resolve) => {
        finish = resolve;
      });
    },
  });
  return { queue, begun, finish: () => finish() };
}

test('passes on together what arrives during the work on its stream, up to the limit, in its order', async () => {
  const { queue, begun, finish } = openQueue();
  for (const task of ['a', 'b', 'c', 'd']) queue.add('one', task);
  expect(begun).toEqual([['one', 'a']]);
  expect(() => queue.add('one', 'e')).toThrow(Overloaded);
  finish();
  await expect.poll(() => begun.at(-1)).toEqual(['one', 'b', 'c']);
  queue.add('one', 'e');
  finish();
  await expect.poll(() => begun.at(-1)).toEqual(['one', 'd', 'e']);
});

test('works on different streams at the same time', () => {
  const { queue, begun } = openQueue();
  queue.add('one', 'a');
  queue.add('two', 'b');
  expect(begun).toEqual([
    ['one', 'a'],
    ['two', 'b'],
  ]);
});

test('gathers tasks for as long as it is told, up to the limit, and then counts the time without a pause anew', async () => {
  const busy: number[] = [];
  const pauseMs = 30;
  const { queue, begun, finish } = openQueue((busyMs) => {
    busy.push(busyMs);
    return busy.length === 1 ? pauseMs : 0;
  });
  for (const task of ['a', 'b', 'c']) queue.add('one', task);
  expect(begun).toEqual([]);
  const addedAt = performance.now();
  await expect.poll(() => begun).toEqual([['one', 'a', 'b']]);
  // Timers may fire 1 ms early.
  expect(performance.now() - addedAt).toBeGreaterThan(pauseMs - 2);
  await sleep(pauseMs);
  finish();
  await expect.poll(() => begun.at(-1)).toEqual(['one', 'c']);
  expect(busy[1]).toBeGreaterThan(pauseMs - 2);
  expect(busy[1]).toBeLessThan(performance.now() - addedAt - pauseMs + 2);
});
