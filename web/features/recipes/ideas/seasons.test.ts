import { expect, test } from 'vitest';
import { inSeason } from './seasons.ts';

test('proposes what is in season where the reader lives, another each day', () => {
  const days = (month: number, timeZone: string) =>
    [1, 2, 3].map((day) => inSeason(new Date(2026, month, day), timeZone)).sort();
  expect(days(5, 'Europe/Vienna')).toEqual(['cherry', 'peas', 'strawberry']);
  expect(days(11, 'Australia/Sydney')).toEqual(days(5, 'America/Chicago'));
  expect(days(0, 'America/Argentina/Cordoba')).toEqual(days(6, 'Asia/Tokyo'));
});
