import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groceryLimits } from '../../../server/core/contracts/limits.ts';
import { quantityOf } from '../../lib/quantity-of.ts';
import { afterConflict, editOf, parseEntry } from './entry.ts';

describe('parseEntry', () => {
  test.each([
    ['milk', 'milk', '', ''],
    ['milk, 2 l', 'milk', '2', 'l'],
    ['milk,2l', 'milk', '2', 'l'],
    ['2 l milk', 'milk', '2', 'l'],
    ['2l milk', 'milk', '2', 'l'],
    ['milk 2 l', 'milk', '2', 'l'],
    ['tom, 500 g', 'tom', '500', 'g'],
    ['eggs, 6', 'eggs', '6', ''],
    ['6 eggs', 'eggs', '6', ''],
    ['eggs 6', 'eggs', '6', ''],
    ['3 spring onions', 'spring onions', '3', ''],
    ['1/2 cup of sugar', 'sugar', '1/2', 'cup'],
    ['1 ½ cups flour', 'flour', '1 ½', 'cups'],
    ['0,5 l cream', 'cream', '0,5', 'l'],
    ['cream, 0,5 l', 'cream', '0,5', 'l'],
    ['2-3 onions', 'onions', '2-3', ''],
    ['tomatoes, 2 x 400 g', 'tomatoes', '2 x 400', 'g'],
    ['flour, 2 big bags', 'flour', '2', 'big bags'],
    ['parsley, a bunch', 'parsley', '', 'bunch'],
    ['  olive   oil ,  1 bottle ', 'olive oil', '1', 'bottle'],
    ['chicken thighs, boneless', 'chicken thighs, boneless', '', ''],
    ['7up', '7up', '', ''],
    ['500 g', '500 g', '', ''],
    ['milk,', 'milk', '', ''],
    [', 2 l', '2 l', '', ''],
    ['', '', '', ''],
  ])('parses "%s"', (typed, name, amount, unit) => {
    expect(parseEntry(typed)).toEqual({ name, amount, unit });
  });

  test('finds the quantity after a name of the maximum length', () => {
    const name = 'x'.repeat(groceryLimits.name);
    expect(parseEntry(`${name}, 2 l`)).toEqual({ name, amount: '2', unit: 'l' });
  });

  test('stays within the limits of the API, and finds a name in any text with a letter', () => {
    const parts = fc.constantFrom(
      ' ',
      ',',
      ', ',
      '1',
      '0,5',
      '½',
      '1/2',
      '-',
      'x',
      'g',
      'l',
      'bunch',
      'milk',
      'Öl',
      'a',
    );
    const anything = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300, size: 'max' }),
      fc.array(parts, { maxLength: 60, size: 'max' }).map((chosen) => chosen.join('')),
    );
    fc.assert(
      fc.property(anything, (typed) => {
        const { name, amount, unit } = parseEntry(typed);
        expect(name.length).toBeLessThanOrEqual(groceryLimits.name);
        expect(amount.length).toBeLessThanOrEqual(groceryLimits.amount);
        expect(unit.length).toBeLessThanOrEqual(groceryLimits.unit);
        if (/\p{L}/u.test(typed)) expect(name).not.toBe('');
      }),
    );
  });

  test('parses a quantity before the name, after it and after a comma alike', () => {
    const name = fc.constantFrom('milk', 'olive oil', 'spring onions', 'crème fraîche');
    const amount = fc.constantFrom('1', '250', '1.5', '0,5', '1/2', '½', '1 1/2', '2-3', '2 x 500');
    const unit = fc.constantFrom('g', 'kg', 'l', 'ml', 'cups', 'bunch', 'packs');
    fc.assert(
      fc.property(fc.record({ name, amount, unit }), (entry) => {
        expect(parseEntry(`${entry.name}, ${entry.amount} ${entry.unit}`)).toEqual(entry);
        expect(parseEntry(`${entry.amount} ${entry.unit} ${entry.name}`)).toEqual(entry);
        expect(parseEntry(`${entry.name} ${entry.amount} ${entry.unit}`)).toEqual(entry);
      }),
    );
  });
});

test('quantityOf joins amount and unit', () => {
  expect(quantityOf({ amount: '500', unit: 'g' })).toBe('500 g');
  expect(quantityOf({ amount: '6', unit: '' })).toBe('6');
  expect(quantityOf({ amount: '', unit: '' })).toBe('');
});

test('an edit has only the fields that it changes, with amount and unit as one quantity', () => {
  const milk = { name: 'Milk', amount: '2', unit: 'l', note: '', category: '', assignedTo: 'sam' };
  expect(editOf(milk, { ...milk, note: 'Oat', assignedTo: '' })).toEqual({
    changes: { note: 'Oat', assignedTo: '' },
    from: { note: '', assignedTo: 'sam' },
  });
  expect(editOf(milk, milk)).toEqual({ changes: {}, from: {} });
  expect(editOf(milk, { ...milk, name: 'Oat milk' })).toEqual({
    changes: { name: 'Oat milk' },
    from: { name: 'Milk' },
  });
  expect(editOf(milk, { ...milk, amount: '3' })).toEqual({
    changes: { amount: '3', unit: 'l' },
    from: { amount: '2', unit: 'l' },
  });
});

test('after a conflict, the user keeps what they have changed and sees what the other member has changed besides', () => {
  const seen = { name: 'Milk', amount: '2', unit: 'l', note: '', category: '', assignedTo: '' };
  const theirs = { ...seen, amount: '3', note: 'Oat', category: 'Dairy' };
  const mine = { ...seen, amount: '4', category: 'Cold', before: seen };
  const next = afterConflict(mine, theirs, 'amount');
  expect(next).toEqual({ ...theirs, amount: '4', category: 'Cold', before: { ...theirs, category: '' } });
  // The next save replaces the amount that the user has seen now. What both have changed is refused next.
  expect(editOf(next.before, next)).toEqual({
    changes: { amount: '4', unit: 'l', category: 'Cold' },
    from: { amount: '3', unit: 'l', category: '' },
  });
  expect(afterConflict({ ...mine, unit: 'ml' }, { ...theirs, unit: 'dl' })).toMatchObject({ amount: '4', unit: 'ml' });
});
