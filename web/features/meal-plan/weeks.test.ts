import { describe, expect, test } from 'vitest';
import { describeDistance, formatDate, formatDays, formatRange, localDate, pastDays, weekFromParam } from './weeks.ts';

describe('a week', () => {
  test('is that of the date in the query parameter, or else the current one', () => {
    expect(weekFromParam('2026-10-04', '2026-11-21')).toBe('2026-09-28');
    expect(weekFromParam(null, '2026-11-22')).toBe('2026-11-16');
    for (const invalid of ['', 'now', '2026-13-01', '1900-01-01']) {
      expect(weekFromParam(invalid, '2026-11-23')).toBe('2026-11-23');
    }
  });
  test('follows the local date until midnight', () => {
    expect(localDate(new Date(2026, 10, 22, 23, 59))).toBe('2026-11-22');
    expect(localDate(new Date(2026, 0, 5, 0, 1))).toBe('2026-01-05');
  });
  test('is described by its distance from the current week', () => {
    const from = (week: string) => describeDistance(week, '2026-11-22');
    expect(['2026-11-16', '2026-11-23', '2026-11-09', '2026-12-07', '2026-10-26'].map(from)).toEqual([
      'This week',
      'Next week',
      'Last week',
      '3 weeks ahead',
      '3 weeks ago',
    ]);
  });
  test('is formatted as its first and last day', () => {
    expect(formatRange('2025-09-29')).toBe('29 Sep – 5 Oct');
    expect(formatDate('2026-01-01')).toBe('1 Jan');
  });
});

test('has the days of this week before today as past days', () => {
  expect(pastDays('2026-11-16', '2026-11-16')).toEqual([]);
  expect(pastDays('2026-11-16', '2026-11-18')).toEqual(['Monday', 'Tuesday']);
  expect(pastDays('2026-11-09', '2026-11-18')).toEqual([]);
});

test('formats a row of days', () => {
  expect([['Monday'], ['Monday', 'Tuesday'], ['Monday', 'Tuesday', 'Wednesday']].map((row) => formatDays(row))).toEqual(
    ['Monday', 'Monday and Tuesday', 'Monday to Wednesday'],
  );
});
