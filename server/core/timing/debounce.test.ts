import { beforeEach, expect, test, vi } from 'vitest';
import { type Debounced, debounced } from './debounce.ts';

let done: number[];
let debounce: Debounced;

beforeEach(() => {
  vi.useFakeTimers();
  const start = performance.now();
  done = [];
  debounce = debounced(() => done.push(performance.now() - start), { waitMs: 2_000, maxWaitMs: 30_000 });
  return () => vi.useRealTimers();
});

function askFor(ms: number): void {
  for (let passed = 0; passed < ms; passed += 100) {
    debounce.call();
    vi.advanceTimersByTime(100);
  }
}

test('is done once, when nobody has asked for a while', () => {
  askFor(10_000);
  expect(done).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(done).toEqual([11_900]);
});

test('does not wait for ever for those who go on asking', () => {
  askFor(70_000);
  vi.advanceTimersByTime(60_000);
  expect(done).toEqual([30_000, 60_000, 71_900]);
});

test('is done at once for those who have asked when it is to finish, and for nobody else', () => {
  askFor(1_000);
  debounce.flush();
  debounce.flush();
  vi.advanceTimersByTime(60_000);
  expect(done).toEqual([1_000]);
  debounce.call();
  vi.advanceTimersByTime(2_000);
  expect(done).toEqual([1_000, 63_000]);
});
