import { expect, test } from 'vitest';
import { WakeUp } from './wake-up.ts';

test('a notification wakes one waiter: the current one or, if there is none, the next', async () => {
  const wakeUp = new WakeUp(new AbortController().signal);
  const waiting = wakeUp.wait();
  wakeUp.notify();
  expect(await waiting).toBe(true);
  wakeUp.notify();
  expect(await wakeUp.wait()).toBe(true);
  expect(await wakeUp.wait(1)).toBe(false);
});

test('resolves at once after an abort', async () => {
  const end = new AbortController();
  const wakeUp = new WakeUp(end.signal);
  const waiting = wakeUp.wait();
  end.abort();
  expect(await waiting).toBe(true);
  expect(await wakeUp.wait()).toBe(true);
  expect(await wakeUp.wait()).toBe(true);
});
