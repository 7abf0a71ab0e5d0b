import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { parseEntry } from './entry.ts';
import { isOnList, suggest } from './suggestions.ts';

const suggestedNames = (typed: string) => suggest(parseEntry(typed)).map(({ name }) => name);

describe('suggest', () => {
  test('suggests groceries with the amount, then the text as typed', () => {
    const rows = suggest(parseEntry('tom, 500 g'));
    expect(rows[0]).toEqual({ name: 'Tomatoes', amount: '500', unit: 'g', category: 'Produce' });
    expect(rows[1]).toEqual({ name: 'Tomato paste', amount: '500', unit: 'g', category: 'Pantry' });
    expect(rows.at(-1)).toEqual({ name: 'Tom', amount: '500', unit: 'g', category: undefined });
  });

  test('puts the exact name first, so that Enter adds no other item', () => {
    for (const exact of ['tea', 'ham', 'rice', 'water', 'milk', 'egg', 'onion', 'soap']) {
      expect(suggestedNames(exact)[0]?.toLowerCase()).toMatch(new RegExp(`^${exact}s?$`));
    }
  });

  test.each(['oil', 'corn', 'nuts', 'meat', 'beans', 'herbs', 'pepper', 'peppers', 'fruit', 'chips', 'juice'])(
    'puts %j as typed first, since other groceries only contain it',
    (typed) => expect(suggestedNames(typed)[0]?.toLowerCase()).toBe(typed),
  );

  test('completes what is not yet a thing by itself', () => {
    expect(['spring', 'olive', 'greek'].map((typed) => suggestedNames(typed)[0])).toEqual([
      ...['Spring onions', 'Olives', 'Greek yoghurt'],
    ]);
  });

  test('matches any word, in singular and plural, ignoring accents', () => {
    expect(suggestedNames('onion')).toContain('Spring onions');
    expect(suggestedNames('tomato')).toContain('Tomatoes');
    expect(suggestedNames('strawberry')[0]).toBe('Strawberries');
    expect(suggestedNames('creme fr')[0]).toBe('Crème fraîche');
    expect(suggestedNames('jalapeno')[0]).toBe('Jalapeños');
    expect(suggestedNames('spring on')[0]).toBe('Spring onions');
  });

  test('suggests no name twice', () => {
    expect(suggestedNames('Milk').filter((name) => name === 'Milk')).toHaveLength(1);
    fc.assert(
      fc.property(fc.constantFrom(...catalogue), fc.nat(20), ({ name }, letters) => {
        const names = suggestedNames(name.slice(0, letters + 1));
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });

  test('puts what the owner had before first, as they write it, the most likely first', () => {
    const sources = { used: ['oat milk', 'Milch', 'Buttermilk'], categoryOf: () => 'Dairy' };
    const names = (typed: string) => suggest(parseEntry(typed), sources).map(({ name }) => name);
    expect(names('oat m')).toEqual(['Oat milk', 'Oat m']);
    expect(names('mil').slice(0, 2)).toEqual(['Oat milk', 'Milch']);
    expect(names('butter').slice(0, 2)).toEqual(['Butter', 'Buttermilk']);
    expect(suggest(parseEntry('oil'), { ...sources, used: ['olive oil'] })[0]?.name).toBe('Olive oil');
    expect(suggest(parseEntry('oat milk, 2'), sources)[0]).toEqual({
      name: 'Oat milk',
      amount: '2',
      unit: '',
      category: 'Dairy',
    });
  });

  test('keeps an unknown name as typed', () => {
    expect(suggestedNames('zörgelwurz')).toEqual(['Zörgelwurz']);
  });

  test('suggests four groceries at most, and the text as typed', () => {
    expect(suggestedNames('s')).toHaveLength(5);
    expect(suggestedNames('s').at(-1)).toBe('S');
  });

  test('suggests nothing for blank text', () => {
    expect(suggestedNames('  ')).toEqual([]);
  });

  test('suggests each grocery first for its own name', () => {
    for (const { name } of catalogue) expect(suggest({ name, amount: '', unit: '' })[0]?.name).toBe(name);
  });
});

test('isOnList finds an unchecked item in singular or plural', () => {
  const items = [
    { name: 'Bananas', checked: false },
    { name: 'Milk', checked: true },
  ];
  expect(['banana', 'BANANAS', 'milk', 'ban'].map((name) => isOnList(items, name))).toEqual([true, true, false, false]);
});

test('the catalogue has over 400 names and no duplicates', () => {
  expect(catalogue.length).toBeGreaterThan(400);
  expect(new Set(catalogue.map(({ name }) => name.toLowerCase())).size).toBe(catalogue.length);
});
