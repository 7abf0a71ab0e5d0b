import { expect, test } from 'vitest';
import { isDate, isTime } from './time.ts';

test.each(['2026-02-28', '2028-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s is a date', (text) => {
  expect(isDate(text)).toBe(true);
});

test.each(['2027-02-29', '2027-02-31', '2026-04-31', '1900-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '', 'now'])(
  '%j is no date, nor is a time on it one',
  (text) => {
    expect([isDate(text), isTime(`${text}T12:00:00Z`)]).toEqual([false, false]);
  },
);

test.each([
  '2026-12-31T23:59:59Z',
  '2026-12-31T23:59:59.999Z',
  '2026-12-31T23:59:59.123456789Z',
  '2026-12-31T23:59Z',
  '2026-12-31T00:00:00+14:00',
  '2026-12-31T00:00:00-23:59',
])('%s is a time that Date represents', (text) => {
  expect(isTime(text)).toBe(true);
  expect(() => new Date(text).toISOString()).not.toThrow();
});

test.each([
  '2026-12-31T23:59:60Z',
  '2026-12-31T24:00:00Z',
  '2026-12-31T23:60:00Z',
  '2026-12-31T23:59:59',
  '2026-12-31T23:59:59+24:00',
  '2026-12-31T23:59:59.Z',
  '2026-12-31 23:59:59Z',
  '2026-12-31',
  '2026-12-31T23:59:59Z ',
  '1798761599000',
  '',
])('%j is no time', (text) => {
  expect(isTime(text)).toBe(false);
});
