import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Spread } from '../../tests/support/spread.ts';
import { firstRows, quantityOfRow, rowsOf } from './grocery-rows.ts';

type Written = [name: string, quantity?: string, checked?: 'checked'];

const lines = (...written: Written[]) =>
  written.map(([name, quantity = '', checked], n) => {
    const [amount = '', unit = ''] = quantity.split(' ');
    return { id: `item-${n}`, name, amount, unit, checked: checked !== undefined };
  });
const shown = (...written: Written[]) =>
  rowsOf(lines(...written)).map((row) => [row.name, quantityOfRow(row.lines)].filter(Boolean).join(' '));

describe('lines of the same thing', () => {
  test('are one row with the sum, where the first of them is', () => {
    expect(shown(['Milk', '2 l'], ['Bread'], ['milk', '1 l'])).toEqual(['Milk 3 l', 'Bread']);
    expect(shown(['Flour', '500 g'], ['FLOUR', '1 kg'])).toEqual(['Flour 1.5 kg']);
    expect(shown(['Water', '750 ml'], ['Water', '1,5 l'])).toEqual(['Water 2.25 l']);
    expect(shown(['Oil', '1 tbsp'], ['Oil', '1 tsp'])).toEqual(['Oil 1 1/3 tbsp']);
    expect(shown(['Eggs', '2'], ['egg', '6'])).toEqual(['Eggs 8']);
    expect(shown(['Salt'], ['Salt'])).toEqual(['Salt']);
  });
  test('show each amount that cannot be added to the others', () => {
    expect(shown(['Milk', '2 l'], ['Milk', '1 bottle'], ['Milk', '1 l'])).toEqual(['Milk 3 l + 1 bottle']);
    expect(shown(['Chillies', '2-3'], ['Chillies', '1'])).toEqual(['Chillies 2-3 + 1']);
    expect(shown(['Basil', 'some'], ['Basil', '1 bunch'])).toEqual(['Basil some + 1 bunch']);
  });
  test('with an amount cover those without', () => {
    expect(shown(['Milk'], ['Milk', '2 l'])).toEqual(['Milk 2 l']);
  });
  test('are two rows if some are checked', () => {
    expect(shown(['Milk', '2 l', 'checked'], ['Milk', '1 l'], ['Milk', '3 l', 'checked'])).toEqual([
      'Milk 5 l',
      'Milk 1 l',
    ]);
  });
  test('are those of the same name, not of a similar one', () => {
    expect(shown(['Pepper'], ['Peppers', '3'], ['Red pepper', '1'], ['Red peppers', '2'])).toEqual([
      ...['Pepper', 'Peppers 3', 'Red peppers 3'],
    ]);
    expect(shown(['Milk'], ['Oat milk'], ['Red onion'], ['Onions'], ['🥛'], ['🧀'])).toHaveLength(6);
  });
});

test('leaves the quantity of a single line as it was written', () => {
  expect(shown(['Flour', '1500 g'], ['Butter', '0,25 kg'])).toEqual(['Flour 1500 g', 'Butter 0,25 kg']);
});

describe('for any list', () => {
  const line = fc.record({
    id: fc.uuid(),
    name: fc.constantFrom('Flour', 'flour', 'Egg', 'Eggs', 'Milk', 'Oat milk', '?'),
    amount: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 900 }).map(String) },
      fc.constantFrom('', '1/2', '0,5', '2-3', 'some', '9'.repeat(40)),
    ),
    unit: fc.constantFrom('', 'g', 'kg', 'ml', 'l', 'tbsp', 'bottle', 'bunches'),
    checked: fc.boolean(),
  });
  const anyList = fc.uniqueArray(line, { selector: ({ id }) => id, maxLength: 40, size: 'max' });

  test('each item is a line of exactly one row, of its name and its check', () => {
    const spread = new Spread();
    fc.assert(
      fc.property(anyList, (items) => {
        const rows = rowsOf(items);
        spread.add(rows.filter((row) => row.lines.length > 1).length);
        expect(rows.flatMap((row) => row.lines).toSorted(byId)).toEqual(items.toSorted(byId));
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
        for (const row of rows) {
          expect(new Set(row.lines.map(({ checked }) => checked))).toEqual(new Set([row.checked]));
          expect(row.lines).toEqual(items.filter((item) => row.lines.includes(item)));
        }
        const places = rows.map((row) => items.indexOf(row.lines[0]));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }),
    );
    expect(spread.share(3)).toBeGreaterThan(0.4);
  });

  test('a row has the weight of its lines', () => {
    const grams = ({ amount, unit }: { amount: string; unit: string }) => Number(amount) * (unit === 'kg' ? 1_000 : 1);
    const weighed = fc.array(
      fc.record({
        amount: fc.integer({ min: 1, max: 900 }).map(String),
        unit: fc.constantFrom('g', 'kg'),
      }),
      { minLength: 2, maxLength: 40, size: 'max' },
    );
    fc.assert(
      fc.property(weighed, (quantities) => {
        const items = quantities.map((quantity, n) => ({ id: `${n}`, name: 'Flour', checked: false, ...quantity }));
        const [row] = rowsOf(items);
        const [amount = '', unit = '', ...more] = row ? quantityOfRow(row.lines).split(' ') : [];
        expect(more).toEqual([]);
        const total = items.reduce((sum, item) => sum + grams(item), 0);
        expect(grams({ amount, unit }) / total).toBeCloseTo(1, 2);
      }),
    );
  });
});

test.each([
  [0, []],
  [2, ['Produce: Basil Leek']],
  [3, ['Produce: Basil Leek', 'Bakery: Bread']],
  [9, ['Produce: Basil Leek', 'Bakery: Bread Rolls']],
  [Number.POSITIVE_INFINITY, ['Produce: Basil Leek', 'Bakery: Bread Rolls']],
])('the first %d rows are those of the first sections', (count, expected) => {
  const sections = [
    { category: 'Produce', rows: ['Basil', 'Leek'] },
    { category: 'Bakery', rows: ['Bread', 'Rolls'] },
  ];
  const first = firstRows(sections, count);
  expect(first.map(({ category, rows }) => `${category}: ${rows.join(' ')}`)).toEqual(expected);
});

const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
