import { expect, test } from 'vitest';
import { commentDate, exactDate } from './comment-date.ts';

const now = new Date(2026, 10, 26, 15, 0);
const at = (...parts: [year: number, month: number, day: number, hour: number, minute: number]): string =>
  new Date(...parts).toISOString();

test.each([
  ['the time today', at(2026, 10, 26, 9, 5), '09:05'],
  ['the weekday in the last days', at(2026, 10, 22, 18, 40), 'Sunday'],
  ['the date a week ago', at(2026, 10, 19, 18, 40), '19 November'],
  ['the year if it is another one', at(2025, 10, 26, 18, 40), '26 November 2025'],
  ['the date if a clock is wrong', at(2026, 10, 28, 18, 40), '28 November'],
])('shows %s', (_, createdAt, shown) => {
  expect(commentDate(createdAt, now)).toBe(shown);
});

test('says exactly when', () => {
  expect(exactDate(at(2026, 10, 2, 7, 3))).toBe('2 November 2026, 07:03');
});
