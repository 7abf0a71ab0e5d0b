import { expect, test } from 'vitest';
import { dueItems } from './due-items.ts';

const day = 24 * 60 * 60 * 1000;
const weekly = { name: 'Milk', count: 4, firstAt: 0, lastAt: 21 * day };

test('what is bought each week is due after about a week, and not any more after it was given up', () => {
  const due = (now: number) => dueItems([weekly], [], now * day);
  expect(due(24)).toEqual([]);
  expect(due(27)).toEqual(['Milk']);
  expect(due(40)).toEqual(['Milk']);
  expect(due(60)).toEqual([]);
});

test('what was on the list a moment ago is not due, until it is again', () => {
  const seenAt = new Map([['milk', 27 * day]]);
  expect(dueItems([weekly], [], 28 * day, seenAt)).toEqual([]);
  expect(dueItems([weekly], [], 34 * day, seenAt)).toEqual(['Milk']);
});

test('what is on the list, was bought twice, or twice a year is not due', () => {
  const now = 28 * day;
  expect(dueItems([weekly], [{ name: 'milk', checked: false }], now)).toEqual([]);
  expect(dueItems([weekly], [{ name: 'Milk', checked: true }], now)).toEqual([]);
  expect(dueItems([{ ...weekly, count: 2 }], [], now)).toEqual([]);
  const rare = { name: 'Candles', count: 3, firstAt: -400 * day, lastAt: 0 };
  expect(dueItems([rare], [], 200 * day)).toEqual([]);
});
