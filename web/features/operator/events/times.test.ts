import { describe, expect, test } from 'vitest';
import { instantOf, localTime, presets, rangeText } from './times.ts';

/** An instant of a past year, in the time zone of the test. */
const at = (month: number, day: number, hours = 0, minutes = 0, seconds = 0, ms = 0): string =>
  new Date(2024, month - 1, day, hours, minutes, seconds, ms).toISOString();

test.each([
  ['', '', 'Any time'],
  [at(9, 22), '', '22 Sept 2024, 00:00 – now'],
  ['', at(9, 22, 14, 35, 21), 'Until 22 Sept 2024, 14:35:21'],
  [at(9, 22, 8), at(9, 22, 12, 30), '22 Sept 2024, 08:00 – 12:30'],
  [at(9, 22, 8), at(9, 23, 8), '22 Sept 2024, 08:00 – 23 Sept 2024, 08:00'],
  ['yesterday', '', 'yesterday – now'],
])('from %j until %j is "%3$s"', (since, until, text) => {
  // Versions of ICU abbreviate September differently.
  expect(rangeText(since, until).replaceAll('Sep ', 'Sept ')).toBe(text);
});

describe('a field', () => {
  test('shows the local time, with seconds if there are any', () => {
    expect(localTime(at(9, 22))).toBe('2024-09-22T00:00');
    expect(localTime(at(9, 22, 14, 35, 21))).toBe('2024-09-22T14:35:21');
    expect(localTime('')).toBe('');
    expect(localTime('yesterday')).toBe('');
  });
  test('is an instant, the exact one if it was not changed', () => {
    const exact = at(9, 22, 14, 35, 21, 212);
    expect(instantOf(localTime(exact), exact)).toBe(exact);
    expect(instantOf('2024-09-22T00:00', exact)).toBe(at(9, 22));
    expect(instantOf('', exact)).toBe('');
  });
});

test('presets begin at whole minutes', () => {
  const now = new Date(2024, 2, 3, 0, 20, 30, 500);
  expect(presets.map(({ label, since }) => [label, since(now)])).toEqual([
    ['Last hour', at(3, 2, 23, 20)],
    ['Today', at(3, 3)],
    ['Last 7 days', at(2, 25, 0, 20)],
    ['Any time', ''],
  ]);
});
