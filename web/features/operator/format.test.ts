import { describe, expect, it } from 'vitest';
import { agoOf, formatDuration, formatNumber, kindTitle, shortId, streamParts, whenOf } from './format.ts';

describe('the texts of the console', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    ['184207', '184 207'],
    ['9223372036854775807', '9 223 372 036 854 775 807'],
    [1234.5, '1 234.5'],
  ])('group the digits of %s', (value, text) => {
    expect(formatNumber(value)).toBe(text.replaceAll(' ', '\u202f'));
  });

  it.each([
    [0, '0 s'],
    [0.0001, '1 ms'],
    [0.024, '24 ms'],
    [0.9999, '1 s'],
    [1.25, '1.3 s'],
    [59.6, '60 s'],
    [600, '10 min'],
    [7_200, '2 h'],
    [259_200, '3 days'],
  ])('say how long %s seconds are', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  it('say how long ago a time was, also one of a clock that is ahead', () => {
    const now = Date.parse('2026-11-25T12:00:00Z');
    expect(agoOf('2026-11-25T11:59:38Z', now)).toBe('22 s ago');
    expect(agoOf('2026-11-25T12:00:05Z', now)).toBe('1 s ago');
  });

  it('name a stream by its kind and id', () => {
    expect(streamParts('groceryList-0198-f2c1')).toEqual({ kind: 'groceryList', id: '0198-f2c1' });
    expect(kindTitle('groceryList')).toBe('Grocery list');
    expect(shortId('0198f2c1-aaaa-bbbb')).toBe('0198f2c1-aaaa…');
    expect(shortId('mia')).toBe('mia');
  });

  it('have the year of a time that is not of this year, and the seconds of today', () => {
    const now = new Date();
    expect(whenOf(now.getTime())).toMatch(/^\d\d:\d\d:\d\d$/);
    expect(whenOf(new Date(2024, 8, 26, 14, 35).getTime())).toBe('26 Sept 2024, 14:35');
  });
});
