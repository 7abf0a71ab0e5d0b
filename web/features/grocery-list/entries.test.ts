import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groceryLimits } from '../../../server/core/contracts/limits.ts';
import { Spread } from '../../../tests/support/spread.ts';
import { quantityOf } from '../../lib/quantity-of.ts';
import { inOneLine, parseEntries, parseSingleEntry } from './entries.ts';
import { parseEntry } from './entry.ts';

const parsed = (text: string) =>
  parseEntries(text).entries.map((entry) => [entry.name, quantityOf(entry)].filter(Boolean).join(' | '));

describe('parseEntries', () => {
  test.each([
    ['coffee, 250 g; bananas', ['coffee | 250 g', 'bananas']],
    ['milk', ['milk']],
    ['milk;', ['milk']],
    [' ; ;', []],
    ['- Milk\n- 2 l Oat milk\n* Bread\n• Eggs, 6', ['Milk', 'Oat milk | 2 l', 'Bread', 'Eggs | 6']],
    ['1. Milk\n2. Bread\n10) 3 onions', ['Milk', 'Bread', 'onions | 3']],
    ['- [ ] Milk\n- [x] Bread\n[ ] Eggs\n☐ Rice 500 g', ['Milk', 'Bread', 'Eggs', 'Rice | 500 g']],
    ['Shopping:\n\nMilk\r\n## Market\nApples', ['Milk', 'Apples']],
    ['1.5 l milk; 2,5 kg flour', ['milk | 1.5 l', 'flour | 2,5 kg']],
    ['2x Milk; Bread x2; Eggs 3x; 4 × lemons', ['Milk | 2', 'Bread | 2', 'Eggs | 3', 'lemons | 4']],
    ['Milk (2 l); Eggs(6); Flour: 500 g; Rice - 1 kg', ['Milk | 2 l', 'Eggs | 6', 'Flour | 500 g', 'Rice | 1 kg']],
    ['7up; 4x4', ['7up', '4x4']],
    ['Produce:', ['Produce:']],
  ])('parses %j', (text, expected) => {
    expect(parsed(text)).toEqual(expected);
    expect(parsed(inOneLine(text))).toEqual(expected);
  });

  test('refuses too many items and too long ones, and says which', () => {
    const names = (count: number) => Array.from({ length: count }, (_, n) => `Item ${n}`).join('\n');
    expect(parseEntries(names(groceryLimits.perRequest)).problem).toBeUndefined();
    expect(parseEntries(names(groceryLimits.perRequest + 1)).problem).toBe(
      'These are 101 items. 100 can be added at once.',
    );
    expect(parseEntries(`Milk; ${'x'.repeat(groceryLimits.name + 1)}`).problem).toBe(
      `“${'x'.repeat(30)}…” is too long. An item can have 200 characters.`,
    );
  });

  test('loses no word of any list, whatever its marks', () => {
    const marks = fc.constantFrom('', '- ', '* ', '• ', '– ', '[ ] ', '- [x] ', '☐ ', '12. ', '3) ', '  ');
    const quantities = fc.constantFrom('', '2', '500 g', '1/2 l', '½ bunch', '2 x 400 g', '0,5 kg', '1.5 l');
    const words = fc.array(fc.constantFrom('milk', 'Öl', 'oat', 'red', 'g', 'Crème'), { minLength: 1, maxLength: 4 });
    const form = fc.constantFrom('before', 'after', 'after comma');
    const line = fc.record({ mark: marks, quantity: quantities, name: words, form });
    const separators = fc.constantFrom('\n', '\r\n', '; ', ';', '\n\n');
    const spread = new Spread();
    fc.assert(
      fc.property(fc.array(line, { minLength: 2, maxLength: 120, size: 'max' }), separators, (lines, between) => {
        const written = lines.map(({ mark, quantity, name, form }) => {
          const text =
            form === 'before' ? [quantity, ...name] : [...name, ...(form === 'after' ? [] : [',']), quantity];
          return mark + text.join(' ').trim();
        });
        const { entries, problem } = parseEntries(written.join(between));
        spread.add(entries.length);
        const letters = (text: string) => text.replace(/[^\p{L}]/gu, '');
        const lettersOf = (line: (typeof lines)[number]) => letters(`${line.name.join('')}${line.quantity}`);
        const sorted = (text: string) => [...text].sort().join('');
        const found = entries.map(({ name, amount, unit }) => sorted(letters(name + amount + unit)));
        expect(found).toEqual(lines.map((each) => sorted(lettersOf(each))));
        expect(problem === undefined).toBe(entries.length <= groceryLimits.perRequest);
      }),
    );
    expect(spread.mean).toBeGreaterThan(20);
    expect(spread.share(groceryLimits.perRequest + 1)).toBeGreaterThan(0);
  });

  test('stays within the limits of the API for any text without a problem', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500, size: 'max' }), (text) => {
        const { entries, problem } = parseEntries(text);
        for (const { name, amount, unit } of problem === undefined ? entries : []) {
          expect(name.length).toBeLessThanOrEqual(groceryLimits.name);
          expect(amount.length).toBeLessThanOrEqual(groceryLimits.amount);
          expect(unit.length).toBeLessThanOrEqual(groceryLimits.unit);
        }
      }),
    );
  });

  test('finds a single item as it is typed', () => {
    expect(parseSingleEntry('tom, 500 g')).toEqual(parseEntry('tom, 500 g'));
    expect(parseSingleEntry('tom; jam')).toEqual({ name: '', amount: '', unit: '' });
    expect(parseSingleEntry('')).toEqual({ name: '', amount: '', unit: '' });
  });
});
