import { describe, expect, test } from 'vitest';
import { dateOf, distanceOf, rangeOf, shortDate, weekAsked } from './weeks.ts';

describe('a week', () => {
  test('is the one that the address asks for by any of its dates, else the one that it is', () => {
    expect(weekAsked('2026-10-04', '2026-11-21')).toBe('2026-09-28');
    expect(weekAsked(null, '2026-11-22')).toBe('2026-11-16');
    for (const nonsense of ['', 'now', '2026-13-01', '1900-01-01']) {
      expect(weekAsked(nonsense, '2026-11-23')).toBe('2026-11-23');
    }
  });
  test('begins on the Monday of where somebody is, however late it is in the evening', () => {
    expect(dateOf(new Date(2026, 10, 22, 23, 59))).toBe('2026-11-22');
    expect(dateOf(new Date(2026, 0, 5, 0, 1))).toBe('2026-01-05');
  });
  test('says how far it is', () => {
    const from = (week: string) => distanceOf(week, '2026-11-22');
    expect(['2026-11-16', '2026-11-23', '2026-11-09', '2026-12-07', '2026-10-26'].map(from)).toEqual([
      'This week',
      'Next week',
      'Last week',
      '3 weeks ahead',
      '3 weeks ago',
    ]);
  });
  test('is written by its first and last day', () => {
    expect(rangeOf('2025-09-29')).toBe('29 Sep – 5 Oct');
    expect(shortDate('2026-01-01')).toBe('1 Jan');
  });
});
