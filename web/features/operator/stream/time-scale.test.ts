import { expect, it } from 'vitest';
import { barsOf, nearestIndex, ticksOf } from './time-scale.ts';

it('counts each time in one bar, also if all are the same', () => {
  expect(barsOf([0, 1, 50, 100], 4)).toEqual([2, 0, 1, 1]);
  expect(barsOf([7, 7, 7], 3)).toEqual([3, 0, 0]);
});

it('finds the event nearest to a time, of several the last', () => {
  expect(nearestIndex([0, 10, 10, 100], 12)).toBe(2);
  expect(nearestIndex([0, 10], 1_000)).toBe(1);
  expect(nearestIndex([5], 0)).toBe(0);
});

it('has ticks from the first to the last time', () => {
  expect(ticksOf(0, 100)).toEqual([0, 25, 50, 75, 100]);
});
