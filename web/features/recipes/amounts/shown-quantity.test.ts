import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAmounts } from '../../../../server/core/contracts/scale-amount.ts';
import { quantityText } from './quantity-text.ts';
import { shownQuantity } from './shown-quantity.ts';
import { convertBetween, kitchenUnit, type UnitSystem } from './unit-systems.ts';

const shown = (amount: string, unit: string, factor: number, system?: UnitSystem) =>
  quantityText(shownQuantity({ amount, unit }, { factor, system }));

test.each([
  ['200', 'g', '200 g'],
  ['1 1/2', 'cups', '1½ cups'],
  ['1.25', 'l', '1¼ l'],
  ['0,5', 'l', '0,5 l'],
  ['1.45', 'kg', '1.45 kg'],
  ['1/2 - 3/4', 'cup', '½ - ¾ cup'],
  ['some', '', 'some'],
  ['2 x 1/2', 'can', '2 x 1/2 can'],
])('shows %s %s as it is written, with fractions in one sign', (amount, unit, text) => {
  expect(shown(amount, unit, 1)).toBe(text);
});

test.each([
  ['200', 'g', 1.5, '300 g'],
  ['1', 'l', 1.5, '1½ l'],
  ['4', 'tbsp', 1.5, '6 tbsp'],
  ['3', '', 1.5, '4½'],
  ['800', 'g', 2, '1.6 kg'],
  ['1', 'l', 1 / 3, '333 ml'],
  ['0,5', 'kg', 1 / 3, '167 g'],
  ['1', 'cup', 3 / 7, '7 tbsp'],
  ['1', 'cup', 3, '3 cups'],
  ['2', 'cloves', 0.5, '1 clove'],
  ['3', '', 3 / 7, '1¼'],
  ['2-3', 'tsp', 3, '2-3 tbsp'],
  ['1', 'lb', 0.5, '½ lb'],
  ['2', 'sheets', 1.5, '3 sheets'],
  ['some', 'salt', 3, 'some salt'],
  ['2 x 400', 'g tins', 2, '4 x 400 g tins'],
])('multiplies %s %s by %f', (amount, unit, factor, text) => {
  expect(shown(amount, unit, factor)).toBe(text);
});

test.each([
  ['1', 'cup', 1, '235 ml'],
  ['1/2', 'cup', 1, '120 ml'],
  ['1', 'lb', 1, '450 g'],
  ['8', 'oz', 1, '225 g'],
  ['2', 'quarts', 1, '1.9 l'],
  ['8', 'fl oz', 1, '235 ml'],
  ['1-2', 'pounds', 2, '0.9-1.8 kg'],
  ['2', 'tbsp', 1, '2 tbsp'],
  ['1', 'can', 1, '1 can'],
])('shows %s %s times %f in metric units', (amount, unit, factor, text) => {
  expect(shown(amount, unit, factor, 'metric')).toBe(text);
});

test.each([
  ['1', 'l', 1, '4¼ cups'],
  ['250', 'ml', 1, '1 cup'],
  ['100', 'ml', 1, '6¾ tbsp'],
  ['5', 'ml', 1, '1 tsp'],
  ['2', 'dl', 1, '⅞ cup'],
  ['30', 'cl', 1, '1¼ cups'],
  ['200', 'g', 1, '7 oz'],
  ['1', 'kg', 1, '2¼ lb'],
  ['3', 'g', 2, '6 g'],
  ['2', 'tbsp', 8, '1 cup'],
  ['1', 'cup', 1, '1 cup'],
])('shows %s %s times %f in US units', (amount, unit, factor, text) => {
  expect(shown(amount, unit, factor, 'us')).toBe(text);
});

/** In the smallest unit of its kind. */
function measureOf(amount: string, unit: string): number {
  const written = kitchenUnit(unit);
  const base = written && kitchenUnit(written.kind === 'volume' ? 'ml' : 'g');
  const number = parseAmounts(amount)?.numbers[0] ?? Number.NaN;
  return written && base ? convertBetween(number, written, base) : number;
}

/** Half an eighth of a teaspoon in ml, and half an eighth of an egg. */
const smallest = (unit: string): number => (kitchenUnit(unit) ? 0.31 : 1 / 16);

test('stays within 8 % of the exact measure, without long decimals', () => {
  const units = fc.constantFrom(
    'g',
    'kg',
    'ml',
    'dl',
    'cl',
    'l',
    'cup',
    'tbsp',
    'tsp',
    'oz',
    'lb',
    'fl oz',
    'pint',
    '',
  );
  const amounts = fc.tuple(fc.integer({ min: 1, max: 200 }), fc.constantFrom(1, 2, 3, 4)).map(([a, b]) => a / b);
  const factors = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })).map(([a, b]) => a / b);
  const converted = new Set<string>();
  fc.assert(
    fc.property(amounts, units, factors, fc.constantFrom('metric', 'us', undefined), (number, unit, factor, system) => {
      fc.pre(number * factor >= 0.5);
      const quantity = shownQuantity({ amount: String(number), unit }, { factor, system });
      converted.add(`${unit}>${quantity.unit}`);
      const exact = measureOf(String(number), unit) * factor;
      const error = Math.abs(measureOf(quantity.amount, quantity.unit) - exact);
      expect(error).toBeLessThanOrEqual(Math.max(exact * 0.08, smallest(unit)));
      if (factor !== 1) expect(quantity.amount).toMatch(/^(?:\d+|\d+\/\d|\d+ \d\/\d|\d+\.\d{1,2})$/);
    }),
    { numRuns: 1_000 },
  );
  expect(converted.size).toBeGreaterThan(25);
});
