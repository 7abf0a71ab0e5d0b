import { describe, expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { categoryOf, inOrder, sectionsOf } from './categories.ts';

describe('categoryOf', () => {
  test.each([
    ['Spring onions', 'Produce'],
    ['2 large tomatoes', 'Produce'],
    ['garlic cloves', 'Produce'],
    ['Tomato paste', 'Pantry'],
    ['Feta cheese', 'Dairy & eggs'],
    ['large eggs, beaten', 'Dairy & eggs'],
    ['Chicken thighs (boneless)', 'Meat & fish'],
    ['chicken stock', 'Pantry'],
    ['Ramen noodles', 'Pantry'],
    ['burger bun', 'Bakery'],
    ['frozen mango', 'Frozen'],
    ['apple juice', 'Drinks'],
    ['Toilet paper', 'Household'],
    ['Birthday present', 'Other'],
    ['', 'Other'],
  ])('puts %s in %s', (name, category) => {
    expect(categoryOf(name)).toBe(category);
  });

  test('puts each suggested grocery in its own category', () => {
    for (const { name, category } of catalogue) expect([name, categoryOf(name)]).toEqual([name, category]);
  });
});

test('sectionsOf follows the order of the aisles and keeps the order of the items in each', () => {
  const named = ['Milk', 'Onions', 'Rope', 'Eggs', 'Tomatoes'].map((name) => ({ name }));
  expect(sectionsOf(named).map(({ category, items }) => [category, ...items.map(({ name }) => name)])).toEqual([
    ['Produce', 'Onions', 'Tomatoes'],
    ['Dairy & eggs', 'Milk', 'Eggs'],
    ['Other', 'Rope'],
  ]);
});

test('sectionsOf prefers the category of the item, then the one remembered for its name', () => {
  const items = [{ name: 'Milk' }, { name: 'Feta', category: 'Cheese' }, { name: 'Rope' }, { name: 'Feta' }];
  const remembered = new Map([
    ['rope', 'Boat'],
    ['feta', 'Produce'],
  ]);
  const sections = sectionsOf(items, { order: ['Cheese', 'Dairy & eggs'], remembered });
  expect(sections.map(({ category, items: found }) => [category, ...found.map(({ name }) => name)])).toEqual([
    ['Cheese', 'Feta'],
    ['Dairy & eggs', 'Milk'],
    ['Produce', 'Feta'],
    ['Boat', 'Rope'],
  ]);
});

test('inOrder has each category once, chosen ones first, and Other last unless it was chosen', () => {
  expect(inOrder([], ['Boat']).slice(-2)).toEqual(['Boat', 'Other']);
  expect(inOrder(['Other', 'Boat'], ['Boat', 'Drinks']).slice(0, 3)).toEqual(['Other', 'Boat', 'Produce']);
  expect(new Set(inOrder(['Drinks'], ['Drinks'])).size).toBe(inOrder(['Drinks']).length);
});
