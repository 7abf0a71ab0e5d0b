import { expect, test } from 'vitest';
import { Expiry } from './clock.ts';

function expiryInOneHour() {
  const clock = { wall: 1_000_000, monotonic: 50 };
  const hourMs = 3_600_000;
  const expiry = new Expiry(clock.wall + hourMs, { wallMs: () => clock.wall, monotonicMs: () => clock.monotonic });
  const advance = (ms: number) => {
    clock.wall += ms;
    clock.monotonic += ms;
  };
  return { clock, expiry, hourMs, advance };
}

test('is over at its time and not earlier', () => {
  const { expiry, hourMs, advance } = expiryInOneHour();
  advance(hourMs - 1);
  expect(expiry.isOver).toBe(false);
  advance(1);
  expect(expiry.isOver).toBe(true);
});

test('is over after the remaining duration even if the wall clock is set back', () => {
  const { clock, expiry, hourMs, advance } = expiryInOneHour();
  clock.wall -= 24 * hourMs;
  advance(hourMs - 1);
  expect(expiry.isOver).toBe(false);
  advance(1);
  expect(expiry.isOver).toBe(true);
});

test('is over at its wall-clock time even if the monotonic clock paused', () => {
  const { clock, expiry, hourMs } = expiryInOneHour();
  clock.wall += hourMs;
  expect(expiry.isOver).toBe(true);
});
