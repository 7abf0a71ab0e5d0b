import { beforeEach, describe, expect, test, vi } from 'vitest';
import { days } from '../../../server/core/contracts/week.ts';
import { ApiError, api } from '../../lib/api-client.ts';
import { type Addition, type ListWriter, type NewIngredient, provideListWriter } from '../../lib/list-writer.ts';
import { queryClient } from '../../lib/query-client.ts';
import { addWeekIngredients, ingredientsOf, mealsFrom } from './add-week-ingredients.ts';
import { addedWeekText } from './added-week-text.ts';

// Node has no database to keep the recipes in.
vi.mock('../../lib/sync/kept-documents.ts', () => ({ keepDocuments: () => {} }));

const week = '2026-11-16';
const list = { uid: 'mia', name: 'Mia', whose: 'home' };
const salad = {
  ...{ id: 'salad', revision: '0', title: 'Greek Salad', servings: 2 },
  ingredients: [
    { name: 'Feta', amount: '200', unit: 'g' },
    { name: 'Salt', amount: '', unit: '' },
  ],
};
const stew = { id: 'stew', title: 'Stew of Old' };
const meal = (recipe: { id: string; title: string }, servings: number | null = null) => ({
  id: `meal.${recipe.id}`,
  recipe,
  servings,
});
const lost = new ApiError({ statusCode: 0, code: 'UNREACHABLE', message: 'No response' });

let added: NewIngredient[];
const provide = (addition: Addition) => {
  const writer: ListWriter = {
    add: async (_, ingredients) => {
      added = [...ingredients];
      return addition;
    },
    itemsOf: async () => [],
    takeBack: () => '',
    buyLess: () => ({ changeKey: '', addedIds: [] }),
    restore: () => {},
  };
  provideListWriter(async () => writer);
};

beforeEach(() => {
  added = [];
  queryClient.clear();
  vi.spyOn(api, 'get').mockImplementation(async (path) => {
    if (path === '/recipes/salad') return { data: salad };
    throw path === '/recipes/stew' ? new ApiError({ statusCode: 404, code: 'NOT_FOUND', message: 'Gone' }) : lost;
  });
  provide({ kind: 'added', count: 2 });
});

test('adds the ingredients of each meal, with the meal that needs them', async () => {
  expect(addedWeekText(await addWeekIngredients(list, [meal(salad)]))).toBe(
    'Ingredients added to grocery list successfully!',
  );
  const source = { recipeId: 'salad', recipeTitle: 'Greek Salad', plannedMeal: { id: 'meal.salad', portion: 1 } };
  expect(added).toEqual(salad.ingredients.map((each) => ({ ...each, ...source })));
});

describe('scales the amounts', () => {
  const amounts = (servings: number | null, recipe = salad) =>
    ingredientsOf(meal(salad, servings), recipe).map(({ amount, plannedMeal }) => [amount, plannedMeal?.portion]);
  test('by how many eat and how many the recipe is for', () => {
    expect(amounts(3)).toEqual([
      ['300', 1.5],
      ['', 1.5],
    ]);
    expect(amounts(null)).toEqual([
      ['200', 1],
      ['', 1],
    ]);
  });
  test('not if the recipe does not say how many it is for', () => {
    const { servings: _, ...unknown } = salad;
    expect(ingredientsOf(meal(salad, 3), unknown).map(({ amount }) => amount)).toEqual(['200', '']);
  });
});

describe('says', () => {
  test('what was added before', async () => {
    provide({ kind: 'added', count: 1 });
    expect(addedWeekText(await addWeekIngredients(list, [meal(salad)]))).toContain('1 added, 1 was added before.');
    provide({ kind: 'added', count: 0 });
    expect(addedWeekText(await addWeekIngredients(list, [meal(salad)]))).toBe('All 2 were added before.');
  });
  test('what waits for a connection, and which recipes this browser does not know', async () => {
    provide({ kind: 'waiting' });
    const text = addedWeekText(await addWeekIngredients(list, [meal(salad), meal({ id: 'pie', title: 'Pie' })]));
    expect(text).toContain('2 ingredients will be added with the next connection');
    expect(text).toContain('Add it again with a connection, for Pie.');
  });
  test('which recipes were withdrawn', async () => {
    expect(addedWeekText(await addWeekIngredients(list, [meal(stew)]))).toBe('Not there any more: Stew of Old.');
    expect(added).toEqual([]);
  });
});

test('takes a recipe as it was last seen while a proxy has no server', async () => {
  await addWeekIngredients(list, [meal(salad)]);
  added = [];
  vi.mocked(api.get).mockRejectedValue(new ApiError({ statusCode: 404, code: 'PROXY_ERROR', message: 'No server' }));
  expect(addedWeekText(await addWeekIngredients(list, [meal(salad)]))).toContain('successfully');
  expect(added).toHaveLength(2);
});

test('leaves out notes, and the meals of days before the date', () => {
  const planned = days.map((day) => {
    const recipe = { id: day, title: day };
    return { id: `meal-${day}`, day, meal: 'Dinner' as const, recipe, note: null, servings: 3 };
  });
  const note = {
    id: 'out',
    day: 'Sunday',
    meal: 'Lunch',
    recipe: null,
    note: { title: 'Eating out' },
    servings: null,
  } as const;
  expect(mealsFrom('2026-11-21', week, [...planned, note])).toEqual([
    { id: 'meal-Saturday.Saturday', recipe: { id: 'Saturday', title: 'Saturday' }, servings: 3 },
    { id: 'meal-Sunday.Sunday', recipe: { id: 'Sunday', title: 'Sunday' }, servings: 3 },
  ]);
  expect(mealsFrom('2026-11-23', week, planned)).toEqual([]);
});
