import { expect, it } from 'vitest';
import { barsOf, nearestIndex, tickTexts } from './time-scale.ts';

it('counts each time in one bar, also if all are the same', () => {
  expect(barsOf([0, 1, 50, 100], 4)).toEqual([2, 0, 1, 1]);
  expect(barsOf([7, 7, 7], 3)).toEqual([3, 0, 0]);
});

it('finds the event nearest to a time, of several the last', () => {
  expect(nearestIndex([0, 10, 10, 100], 12)).toBe(2);
  expect(nearestIndex([0, 10], 1_000)).toBe(1);
  expect(nearestIndex([5], 0)).toBe(0);
});

const day = 86_400_000;
const noon = new Date(2025, 9, 8, 12).getTime();

it('tells ticks apart by days, times of day or seconds, and says a common day once', () => {
  expect(tickTexts(noon, noon + 40 * day)).toEqual([
    ...['8 Oct 2025', '18 Oct 2025', '28 Oct 2025', '7 Nov 2025', '17 Nov 2025'],
  ]);
  expect(tickTexts(noon, noon + 4 * 3_600_000)).toEqual(['8 Oct 2025, 12:00', '13:00', '14:00', '15:00', '16:00']);
  expect(tickTexts(noon, noon + 20_000).slice(0, 3)).toEqual(['8 Oct 2025, 12:00:00', '12:00:05', '12:00:10']);
  expect(tickTexts(noon, noon)).toEqual(['8 Oct 2025, 12:00:00']);
  for (const span of [90_000, 3_600_000, day, 3 * day, 400 * day]) {
    expect(new Set(tickTexts(noon, noon + span)).size, String(span)).toBe(5);
  }
});
