import { expect, test } from 'vitest';
import { SpareTime } from './spare-time.ts';

/**
 * Works on a simulated event loop, which spends a share of its time on other work, and runs others while this work
 * pauses.
 * @returns the share of the time that the work got
 */
async function shareOf(others: number, isUrgent = false): Promise<number> {
  let [active, idle, worked] = [0, 0, 0];
  const pass = (ms: number) => {
    active += others * ms;
    idle += (1 - others) * ms;
  };
  const loop = {
    now: () => active + idle,
    utilization: () => ({ active, idle }),
    pause: async (ms: number) => pass(ms),
    turn: async () => pass(others),
  };
  const spare = new SpareTime(loop);
  for (let n = 0; n < 5_000; n++) {
    active += 1;
    worked += 1;
    await spare.yieldIfUsedUp(isUrgent);
  }
  return worked / (active + idle);
}

test('takes the whole event loop while that is idle otherwise', async () => {
  expect(await shareOf(0)).toBeGreaterThan(0.95);
  expect(await shareOf(0.1)).toBeGreaterThan(0.9);
});

test('takes 3 % of a busy event loop', async () => {
  expect(await shareOf(1)).toBeLessThan(0.032);
  expect(await shareOf(1)).toBeGreaterThan(0.025);
});

test('takes a quarter of a busy event loop when it is urgent', async () => {
  expect(await shareOf(1, true)).toBeLessThan(0.27);
  expect(await shareOf(1, true)).toBeGreaterThan(0.23);
  expect(await shareOf(0, true)).toBeGreaterThan(0.95);
});
