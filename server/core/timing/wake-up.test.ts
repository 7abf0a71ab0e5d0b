import { expect, test } from 'vitest';
import { WakeUp } from './wake-up.ts';

test('news wakes who waits, and who waits next where nobody did; each piece once', async () => {
  const wakeUp = new WakeUp(new AbortController().signal);
  const waiting = wakeUp.wait();
  wakeUp.announce();
  expect(await waiting).toBe(true);
  wakeUp.announce();
  expect(await wakeUp.wait()).toBe(true);
  expect(await wakeUp.wait(1)).toBe(false);
});

test('after an abort nobody waits', async () => {
  const end = new AbortController();
  const wakeUp = new WakeUp(end.signal);
  const waiting = wakeUp.wait();
  end.abort();
  expect(await waiting).toBe(true);
  expect(await wakeUp.wait()).toBe(true);
  expect(await wakeUp.wait()).toBe(true);
});
