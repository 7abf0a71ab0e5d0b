import { describe, expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { categoryOf, sectionsOf } from './categories.ts';

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
