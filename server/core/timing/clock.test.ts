import { expect, test } from 'vitest';
import { Expiry } from './clock.ts';

/** An expiry in one hour. */
function expiryInOneHour() {
  const clock = { wall: 1_000_000, monotonic: 50 };
  const hour = 3_600_000;
  const expiry = new Expiry(clock.wall + hour, { wallMs: () => clock.wall, monotonicMs: () => clock.monotonic });
  const pass = (ms: number) => {
    clock.wall += ms;
    clock.monotonic += ms;
  };
  return { clock, expiry, hour, pass };
}

test('is over at its time and not earlier', () => {
  const { expiry, hour, pass } = expiryInOneHour();
  pass(hour - 1);
  expect(expiry.isOver).toBe(false);
  pass(1);
  expect(expiry.isOver).toBe(true);
});

test('is over after the remaining duration even if the wall clock is set back', () => {
  const { clock, expiry, hour, pass } = expiryInOneHour();
  clock.wall -= 24 * hour;
  pass(hour - 1);
  expect(expiry.isOver).toBe(false);
  pass(1);
  expect(expiry.isOver).toBe(true);
});

test('is over at its wall-clock time even if the monotonic clock paused', () => {
  const { clock, expiry, hour } = expiryInOneHour();
  clock.wall += hour;
  expect(expiry.isOver).toBe(true);
});
