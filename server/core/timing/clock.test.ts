import { expect, test } from 'vitest';
import { Expiry } from './clock.ts';

/** Noon, an hour before the end. */
function anHourBeforeTheEnd() {
  const clock = { wall: 1_000_000, monotonic: 50 };
  const hour = 3_600_000;
  const expiry = new Expiry(clock.wall + hour, { wallMs: () => clock.wall, monotonicMs: () => clock.monotonic });
  const pass = (ms: number) => {
    clock.wall += ms;
    clock.monotonic += ms;
  };
  return { clock, expiry, hour, pass };
}

test('is over at its time, not earlier', () => {
  const { expiry, hour, pass } = anHourBeforeTheEnd();
  pass(hour - 1);
  expect(expiry.isOver).toBe(false);
  pass(1);
  expect(expiry.isOver).toBe(true);
});

test('is over after the time that was left, although the wall clock was set back', () => {
  const { clock, expiry, hour, pass } = anHourBeforeTheEnd();
  clock.wall -= 24 * hour;
  pass(hour - 1);
  expect(expiry.isOver).toBe(false);
  pass(1);
  expect(expiry.isOver).toBe(true);
});

test('is over at its time of day after the machine slept, when only the wall clock went on', () => {
  const { clock, expiry, hour } = anHourBeforeTheEnd();
  clock.wall += hour;
  expect(expiry.isOver).toBe(true);
});
