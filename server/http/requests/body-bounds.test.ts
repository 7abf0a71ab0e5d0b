import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { PostForm } from '../../core/contracts/community.ts';
import { AddIngredients } from '../../core/contracts/grocery-list.ts';
import { communityLimits, groceryLimits } from '../../core/contracts/limits.ts';
import { SaveMealPlan } from '../../core/contracts/meal-plan.ts';
import { days, meals } from '../../core/contracts/week.ts';
import { boundsOf, minBounds } from './body-bounds.ts';
import { exceededBound } from './json-shape.ts';

const id = '019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e40';

/** JSON as written by clients that send only ASCII. */
const escaped = (body: object): string =>
  JSON.stringify(body).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const emoji = (count: number): string => '🍲'.repeat(count);

/** A recipe with all its fields, of which a plan records only some. */
const wholeRecipe = {
  id,
  title: emoji(200),
  cuisine: emoji(100),
  cookingTime: 100_000,
  imageUrl: 'x'.repeat(2_000),
  description: 'x'.repeat(1_000),
  ingredients: new Array(15).fill({ name: 'Flour', amount: '100', unit: 'g' }),
  instructions: new Array(15).fill('Knead it.'),
};
const everyMeal = Object.fromEntries(meals.map((meal) => [meal, wholeRecipe]));

test.each([
  ['post', PostForm, { title: emoji(communityLimits.title), content: emoji(communityLimits.content), type: 'text' }],
  [
    'grocery list',
    AddIngredients,
    {
      userId: 'u'.repeat(128),
      ingredients: new Array(groceryLimits.perRequest).fill({
        name: emoji(groceryLimits.name),
        amount: emoji(groceryLimits.amount),
        unit: emoji(groceryLimits.unit),
        recipeId: id,
        recipeTitle: emoji(200),
      }),
    },
  ],
  ['plan of whole recipes', SaveMealPlan, Object.fromEntries(days.map((day) => [day, everyMeal]))],
])('admits the largest %s, whether compact, indented or escaped', (_, contract, body) => {
  const bounds = boundsOf(contract);
  for (const json of [JSON.stringify(body), JSON.stringify(body, null, 4), escaped(body)]) {
    expect(Buffer.byteLength(json)).toBeLessThanOrEqual(bounds.bytes);
    expect(exceededBound(Buffer.from(json), bounds)).toBeUndefined();
  }
});

test('admits each of several alternatives', () => {
  const text = Type.String({ maxLength: 2_000 });
  const list = Type.Array(Type.String({ maxLength: 1 }), { maxItems: 500 });
  const either = boundsOf(Type.Union([Type.Null(), text, list]));
  const [ofText, ofList] = [boundsOf(text), boundsOf(list)];
  expect(either.bytes).toBeGreaterThanOrEqual(Math.max(ofText.bytes, ofList.bytes));
  expect(either.depth).toBeGreaterThanOrEqual(ofList.depth);
  expect(either.values).toBeGreaterThanOrEqual(ofList.values);
});

test('uses the smallest bounds without a body schema', () => {
  expect(boundsOf(undefined)).toEqual(minBounds);
});

test('requires maxItems for every array of a contract', () => {
  expect(() => boundsOf(Type.Object({ all: Type.Array(Type.String()) }))).toThrow('maxItems');
});
