import { expect, test } from 'vitest';
import { formatCommentDate, formatPostDate } from './dates.ts';

const local = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();
const now = new Date(2026, 10, 21);
const posted = local(2026, 9, 1, 18, 40);

test('a post shows the day and time, and the year if it is not the current one', () => {
  expect(formatPostDate(posted, now)).toBe('1 October, 18:40');
  expect(formatPostDate(local(2025, 11, 31, 8, 5), now)).toBe('31 December 2025, 08:05');
});

test('a comment shows only the time on the day of its post', () => {
  expect(formatCommentDate(local(2026, 9, 1, 19, 2), posted, now)).toBe('19:02');
  expect(formatCommentDate(local(2026, 9, 2, 0, 30), posted, now)).toBe('2 October, 00:30');
});
