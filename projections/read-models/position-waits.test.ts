import { expect, test, vi } from 'vitest';
import { PositionWaits } from './position-waits.ts';

test('resolves each wait with the commit that reaches its position, in any order of waits', async () => {
  const waits = new PositionWaits();
  const ended: string[] = [];
  const record = (name: string) => (reached: boolean) => ended.push(`${name}:${reached}`);
  const all = [
    waits.wait(30n, 1_000).then(record('30')),
    waits.wait(10n, 1_000).then(record('10')),
    waits.wait(20n, 1_000).then(record('20')),
  ];
  waits.reached(20n);
  await Promise.resolve();
  expect(ended).toEqual(['10:true', '20:true']);
  waits.reached(35n);
  await Promise.all(all);
  expect(ended).toEqual(['10:true', '20:true', '30:true']);
  expect(await waits.wait(35n, 1_000)).toBe(true);
});

test('resolves a wait with false after its time-out', async () => {
  vi.useFakeTimers();
  const waits = new PositionWaits();
  const long = waits.wait(1n, 60_000);
  const short = waits.wait(2n, 50);
  await vi.advanceTimersByTimeAsync(100);
  expect(await short).toBe(false);
  waits.reached(1n);
  expect(await long).toBe(true);
  await vi.advanceTimersByTimeAsync(100);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('resolves a wait beyond the limit with false', async () => {
  const waits = new PositionWaits({ maxWaits: 1 });
  const kept = waits.wait(1n, 1_000);
  expect(await waits.wait(1n, 1_000)).toBe(false);
  waits.close();
  expect(await kept).toBe(false);
});

test('waits for the position again after the model was cleared', async () => {
  const waits = new PositionWaits();
  waits.reached(9n);
  waits.reached(undefined);
  const again = waits.wait(5n, 1_000);
  waits.reached(5n);
  expect(await again).toBe(true);
});
