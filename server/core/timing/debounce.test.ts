import { beforeEach, expect, test, vi } from 'vitest';
import { type Debounced, debounced } from './debounce.ts';

let runs: number[];
let debounce: Debounced;

beforeEach(() => {
  vi.useFakeTimers();
  const start = performance.now();
  runs = [];
  debounce = debounced(() => runs.push(performance.now() - start), { waitMs: 2_000, maxWaitMs: 30_000 });
  return () => vi.useRealTimers();
});

function callFor(ms: number): void {
  for (let passed = 0; passed < ms; passed += 100) {
    debounce.call();
    vi.advanceTimersByTime(100);
  }
}

test('runs once, when the calls pause', () => {
  callFor(10_000);
  expect(runs).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(runs).toEqual([11_900]);
});

test('runs after `maxWaitMs` while calls continue', () => {
  callFor(70_000);
  vi.advanceTimersByTime(60_000);
  expect(runs).toEqual([30_000, 60_000, 71_900]);
});

test('flushes a pending run once, and does nothing without one', () => {
  callFor(1_000);
  debounce.flush();
  debounce.flush();
  vi.advanceTimersByTime(60_000);
  expect(runs).toEqual([1_000]);
  debounce.call();
  vi.advanceTimersByTime(2_000);
  expect(runs).toEqual([1_000, 63_000]);
});
