import { expect, test } from 'vitest';
import { EventLogUnavailable } from '../core/event-log.ts';
import { maxWaitMs, msUntil, untilDeadline } from './deadline.ts';

test('waits until the deadline, at most for its limit, and for no negative time', () => {
  const now = performance.now();
  expect(msUntil(undefined)).toBe(maxWaitMs);
  expect(msUntil(now + 60_000)).toBe(maxWaitMs);
  expect(msUntil(now + 60_000, 5)).toBe(5);
  expect(msUntil(now - 1)).toBe(0);
  expect(msUntil(now + 5_000)).toBeLessThanOrEqual(5_000);
  expect(msUntil(now + 5_000)).toBeGreaterThan(0);
});

test('a read that is not done at the deadline is a log that did not answer; its own failure stays what it is', async () => {
  const never = new Promise<never>(() => {});
  await expect(untilDeadline(never, performance.now() + 5)).rejects.toBeInstanceOf(EventLogUnavailable);
  const failure = new Error('A row is damaged');
  await expect(untilDeadline(Promise.reject(failure), undefined)).rejects.toBe(failure);
  expect(await untilDeadline(Promise.resolve('read'), undefined)).toBe('read');
});
