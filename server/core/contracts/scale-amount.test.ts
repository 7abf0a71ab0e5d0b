import { expect, test } from 'vitest';
import { scaleAmount } from './scale-amount.ts';

test.each([
  ['200', 'g', 1.5, '300'],
  ['125', 'g', 1.5, '188'],
  ['0.5', 'l', 3, '1.5'],
  ['0,5', 'l', 3, '1,5'],
  ['250', 'millilitres', 0.5, '125'],
  ['2', '', 1.5, '3'],
  ['1', 'onion', 1.5, '1 1/2'],
  ['1 1/2', 'cups', 2, '3'],
  ['½', 'cup', 0.5, '1/4'],
  ['1', 'tbsp', 1 / 3, '1/3'],
  ['1', 'cup', 3 / 7, '3/8'],
  ['3', 'onions', 0.4833, '1 1/2'],
  ['2', 'tsp', 1 / 48, '0.0417'],
  ['2-3', '', 2, '4-6'],
  ['1 – 2', 'cloves', 0.5, '1/2 – 1'],
  ['2 to 3', '', 2, '4 to 6'],
  ['1 or 2', 'cloves', 2, '2 or 4'],
  ['2 x 400', 'g', 2, '4 x 400'],
  ['0,125', 'l', 2, '0,25'],
  ['1,250', 'g', 2, '2500'],
  ['1-1/2', 'cups', 2, '3'],
])('multiplies %s %s by %f', (amount, unit, factor, scaled) => {
  expect(scaleAmount(amount, unit, factor)).toBe(scaled);
});

test.each(['', 'some', 'a pinch', 'two to three'])('does not multiply "%s"', (amount) => {
  expect(scaleAmount(amount, '', 2)).toBeUndefined();
});
