import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RecipeIngredient } from '../../../server/core/contracts/recipes.ts';
import { type Dish, sumIngredients } from './sum-ingredients.ts';

let count = 0;
const dish = (...ingredients: [name: string, amount?: string, unit?: string][]): Dish => ({
  id: `dish-${++count}`,
  title: `Dish ${count}`,
  ingredients: ingredients.map(([name, amount = '', unit = '']) => ({ name, amount, unit })),
});

/** The text of each line on the list. */
const list = (...dishes: Dish[]): string[] =>
  sumIngredients(dishes).map(({ name, amount, unit }) => [name, amount, unit].filter(Boolean).join(' '));

describe('amounts of the same ingredient', () => {
  test('are added in the same unit, in any spelling', () => {
    expect(list(dish(['Flour', '200', 'g']), dish(['flour', '0.3', 'kg']), dish(['Flour', '50', 'grams']))).toEqual([
      'Flour 550 g',
    ]);
    expect(list(dish(['Milk', '1/2', 'cup']), dish(['Milk', '1 ¼', 'cups']))).toEqual(['Milk 1 3/4 cups']);
    expect(list(dish(['Garlic', '1', 'clove']), dish(['Garlic', '2', 'cloves']))).toEqual(['Garlic 3 cloves']);
    expect(list(dish(['Eggs', '2']), dish(['Egg', '1']))).toEqual(['Eggs 3']);
    expect(list(dish(['Wine', '0,5', 'l']), dish(['Wine', '250', 'millilitres']))).toEqual(['Wine 0.75 l']);
  });
  test('are converted to a larger unit from 1,000', () => {
    expect(list(dish(['Flour', '800', 'g']), dish(['Flour', '450', 'g']))).toEqual(['Flour 1.25 kg']);
    expect(list(dish(['Stock', '700', 'ml']), dish(['Stock', '8', 'dl']))).toEqual(['Stock 1.5 l']);
  });
  test('in convertible units are added in the unit of the first', () => {
    expect(list(dish(['Oil', '1', 'tbsp']), dish(['Oil', '1', 'tsp']))).toEqual(['Oil 1 1/3 tbsp']);
    expect(list(dish(['Butter', '1', 'lb']), dish(['Butter', '8', 'oz']))).toEqual(['Butter 1 1/2 lb']);
  });
  test('in units that cannot be converted stay separate lines', () => {
    expect(
      list(dish(['Tomatoes', '2', 'cans']), dish(['Tomatoes', '500', 'g']), dish(['Tomatoes', '1', 'can'])),
    ).toEqual(['Tomatoes 3 cans', 'Tomatoes 500 g']);
    expect(list(dish(['Basil', '1', 'bunch']), dish(['Basil', '10', 'leaves']))).toEqual([
      'Basil 1 bunch',
      'Basil 10 leaves',
    ]);
  });
  test('that are not numbers stay as written', () => {
    expect(list(dish(['Chillies', '2-3']), dish(['Chillies', '1']))).toEqual(['Chillies 2-3', 'Chillies 1']);
  });
  test('that are missing add nothing', () => {
    expect(list(dish(['Salt']), dish(['Salt']), dish(['Pepper']))).toEqual(['Salt', 'Pepper']);
    expect(list(dish(['Salt']), dish(['Salt', '1', 'tsp']), dish(['Salt']))).toEqual(['Salt 1 tsp']);
  });
});

test('adds a dish as often as it is planned, and names the dishes of each line', () => {
  const ramen = { ...dish(['Noodles', '200', 'g'], ['Eggs', '2']), id: 'ramen', title: 'Shoyu Ramen' };
  const pie = { ...dish(['Eggs', '1']), id: 'pie', title: 'Apple Pie' };
  expect(sumIngredients([ramen, pie, ramen])).toEqual([
    { name: 'Noodles', amount: '400', unit: 'g', recipeId: 'ramen', recipeTitle: 'Shoyu Ramen' },
    { name: 'Eggs', amount: '5', unit: '', recipeTitle: 'Shoyu Ramen, Apple Pie' },
  ]);
});

describe('for any dishes', () => {
  const ingredient: fc.Arbitrary<RecipeIngredient> = fc.record({
    name: fc.constantFrom('Flour', 'Milk', 'Eggs', 'Salt'),
    amount: fc.oneof(fc.integer({ min: 1, max: 500 }).map(String), fc.constantFrom('1/2', '1 1/2', '', 'some')),
    unit: fc.constantFrom('g', 'kg', 'ml', 'cup', 'clove', 'handful', ''),
  });
  const dishes = fc.array(
    fc.record({ id: fc.uuid(), title: fc.string(), ingredients: fc.array(ingredient, { maxLength: 6, size: 'max' }) }),
    { maxLength: 6, size: 'max' },
  );

  test('the sum has exactly the ingredients of the dishes', () => {
    fc.assert(
      fc.property(dishes, (planned) => {
        const names = new Set(planned.flatMap(({ ingredients }) => ingredients.map(({ name }) => name)));
        expect(new Set(sumIngredients(planned).map(({ name }) => name))).toEqual(names);
      }),
    );
  });
  test('the sum keeps the total weight', () => {
    const inGrams = { g: 1, kg: 1_000 };
    const weight = (ingredients: readonly RecipeIngredient[]) =>
      ingredients.reduce((sum, { amount, unit }) => sum + Number(amount) * (unit === 'kg' ? inGrams.kg : inGrams.g), 0);
    const weighed = fc.array(
      fc.record({
        name: fc.constant('Flour'),
        amount: fc.integer({ min: 1, max: 99 }).map(String),
        unit: fc.constantFrom('g', 'kg'),
      }),
      { minLength: 1, maxLength: 9, size: 'max' },
    );
    fc.assert(
      fc.property(weighed, (ingredients) => {
        const sum = sumIngredients([{ id: 'a', title: 'A', ingredients }]);
        expect(sum).toHaveLength(1);
        expect(weight(sum) / weight(ingredients)).toBeCloseTo(1, 2);
      }),
    );
  });
});
