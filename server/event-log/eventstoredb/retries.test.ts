import { expect, onTestFinished, test, vi } from 'vitest';
import { Retries } from './retries.ts';

test.each([3_600_000, -3_600_000])('a clock that is set by %i ms neither ends nor prolongs the attempts', (ms) => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const retries = new Retries({ firstPauseMs: 100, maxPauseMs: 750, giveUpMs: 10_000 });
  expect(retries.failed()).toBeDefined();
  vi.setSystemTime(Date.now() + ms);
  expect(retries.failed()).toBeDefined();
  vi.advanceTimersByTime(10_000);
  expect(retries.failed()).toBeUndefined();
});

test('the time after which the attempts end begins anew once something was received', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const retries = new Retries({ firstPauseMs: 100, maxPauseMs: 750, giveUpMs: 10_000 });
  expect(retries.failed()).toBeDefined();
  vi.advanceTimersByTime(6_000);
  retries.received(false);
  vi.advanceTimersByTime(6_000);
  expect(retries.failed()).toBeDefined();
  vi.advanceTimersByTime(10_000);
  expect(retries.failed()).toBeUndefined();
});
