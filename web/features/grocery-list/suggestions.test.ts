import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { parseEntry } from './entry.ts';
import { suggest } from './suggestions.ts';

const offered = (typed: string) => suggest(parseEntry(typed)).map(({ name }) => name);

describe('suggest', () => {
  test('offers groceries with the amount, then the words as typed', () => {
    const rows = suggest(parseEntry('tom, 500 g'));
    expect(rows[0]).toEqual({ name: 'Tomatoes', amount: '500', unit: 'g', category: 'Produce' });
    expect(rows[1]).toEqual({ name: 'Tomato paste', amount: '500', unit: 'g', category: 'Pantry' });
    expect(rows.at(-1)).toEqual({ name: 'Tom', amount: '500', unit: 'g', category: undefined });
  });

  test('puts the exact name first, so that Enter never takes another thing', () => {
    for (const exact of ['tea', 'ham', 'rice', 'oil', 'water', 'milk', 'egg', 'onion', 'soap']) {
      const [first] = offered(exact);
      expect(first?.toLowerCase()).toMatch(exact === 'oil' ? /oil$/ : new RegExp(`^${exact}s?$`));
    }
  });

  test('finds by any word, in singular and plural, without accents', () => {
    expect(offered('onion')).toContain('Spring onions');
    expect(offered('tomato')).toContain('Tomatoes');
    expect(offered('strawberry')[0]).toBe('Strawberries');
    expect(offered('creme fr')[0]).toBe('Crème fraîche');
    expect(offered('jalapeno')[0]).toBe('Jalapeños');
    expect(offered('spring on')[0]).toBe('Spring onions');
  });

  test('does not offer the same name twice', () => {
    expect(offered('Milk').filter((name) => name === 'Milk')).toHaveLength(1);
    fc.assert(
      fc.property(fc.constantFrom(...catalogue), fc.nat(20), ({ name }, letters) => {
        const names = offered(name.slice(0, letters + 1));
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });

  test('keeps an unknown thing as it was typed', () => {
    expect(offered('zörgelwurz')).toEqual(['Zörgelwurz']);
  });

  test('offers nothing for nothing', () => {
    expect(offered('  ')).toEqual([]);
  });

  test('offers every grocery for its own name, first', () => {
    for (const { name } of catalogue) expect(suggest({ name, amount: '', unit: '' })[0]?.name).toBe(name);
  });
});

test('the catalogue is large and has no name twice', () => {
  expect(catalogue.length).toBeGreaterThan(400);
  expect(new Set(catalogue.map(({ name }) => name.toLowerCase())).size).toBe(catalogue.length);
});
