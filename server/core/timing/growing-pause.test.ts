import { expect, test } from 'vitest';
import { growingPause } from './growing-pause.ts';

test('a pause doubles with each failure up to the longest, and is at least half of that', () => {
  const whole = [100, 200, 400, 800, 1_000, 1_000];
  for (const [failures, ms] of whole.entries()) {
    const pauses = Array.from({ length: 200 }, () => growingPause(failures, 100, 1_000));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(ms / 2);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(ms);
    expect(new Set(pauses).size).toBeGreaterThan(10);
  }
});

test('a pause stays the longest after ever so many failures', () => {
  expect(growingPause(10_000, 50, 2_000)).toBeLessThanOrEqual(2_000);
});
