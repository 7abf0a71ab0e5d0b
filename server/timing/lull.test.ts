import { beforeEach, expect, test, vi } from 'vitest';
import { inLull, type Lull } from './lull.ts';

let done: number[];
let lull: Lull;

beforeEach(() => {
  vi.useFakeTimers();
  const start = performance.now();
  done = [];
  lull = inLull(() => done.push(performance.now() - start), { quiet: 2_000, most: 30_000 });
  return () => vi.useRealTimers();
});

function askFor(ms: number): void {
  for (let passed = 0; passed < ms; passed += 100) {
    lull.ask();
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
  lull.finish();
  lull.finish();
  vi.advanceTimersByTime(60_000);
  expect(done).toEqual([1_000]);
  lull.ask();
  vi.advanceTimersByTime(2_000);
  expect(done).toEqual([1_000, 63_000]);
});
