import { expect, test } from 'vitest';
import { formatDateAndTime, formatTimeAgo } from './dates.ts';

const local = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();
const now = new Date(2026, 10, 21);

test('a date has the day and time, and the year if it is not the current one', () => {
  expect(formatDateAndTime(local(2026, 9, 1, 18, 40), now)).toBe('1 October, 18:40');
  expect(formatDateAndTime(local(2025, 11, 31, 8, 5), now)).toBe('31 December 2025, 08:05');
});

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
test.each([
  [-5_000, 'Just now'],
  [59_999, 'Just now'],
  [minute, '1 min ago'],
  [hour - 1, '59 min ago'],
  [hour, '1 h ago'],
  [day - 1, '23 h ago'],
  [day, '1 day ago'],
  [7 * day - 1, '6 days ago'],
  [7 * day, '14 November, 00:00'],
])('after %d ms, the time is "%s"', (elapsedMs, text) => {
  expect(formatTimeAgo(new Date(now.getTime() - elapsedMs).toISOString(), now)).toBe(text);
});
