import { describe, expect, test } from 'vitest';
import { formatDay, formatDaysLeft, formatUses, formatWeekday } from './dates.ts';

const now = new Date('2025-10-01T12:00:00.000Z');

describe('dates of a household', () => {
  test('omit the current year only', () => {
    expect(formatDay('2025-03-14T12:00:00.000Z', now)).toBe('14 March');
    expect(formatDay('2024-03-14T12:00:00.000Z', now)).toBe('14 March 2024');
  });

  test('have the weekday on which an invitation ends', () => {
    expect(formatWeekday('2025-10-08T12:00:00.000Z')).toBe('Wednesday 8 October');
  });

  test.each([
    ['2025-10-08T12:00:05.000Z', '7 days left'],
    ['2025-10-08T12:00:00.000Z', '7 days left'],
    ['2025-10-08T11:59:00.000Z', '7 days left'],
    ['2025-10-02T12:00:01.000Z', '2 days left'],
    ['2025-10-02T12:00:00.000Z', 'Less than a day left'],
    ['2025-10-01T12:01:00.000Z', 'Less than a day left'],
  ])('count an invitation that ends at %s as %s', (expiresAt, text) => {
    expect(formatDaysLeft(expiresAt, now)).toBe(text);
  });

  test('count people', () => {
    expect([formatUses(1), formatUses(5)]).toEqual(['one person', 'up to 5 people']);
  });
});
