import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

test('doubles the pause with each failure up to the cap, and shortens it at random by up to a half', () => {
  const upperBoundsMs = [100, 200, 400, 800, 1_000, 1_000];
  for (const [failures, upperBoundMs] of upperBoundsMs.entries()) {
    const pauses = Array.from({ length: 200 }, () => backoffMs(failures, 100, 1_000));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(upperBoundMs / 2);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(upperBoundMs);
    expect(new Set(pauses).size).toBeGreaterThan(10);
  }
});

test('stays at the cap after many failures', () => {
  expect(backoffMs(10_000, 50, 2_000)).toBeLessThanOrEqual(2_000);
});
