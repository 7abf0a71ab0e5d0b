import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { api } from '../../lib/api-client.ts';
import { type NewIngredient, provideListWriter } from '../../lib/list-writer.ts';
import { notices } from '../../lib/notices.ts';
import { queryClient } from '../../lib/query-client.ts';
import { currentOffer } from '../../lib/undo-offers.ts';
import { askAboutAmounts, askToTakeBack } from './list-questions.tsx';

// Node has no database to keep the recipes in.
vi.mock('../../lib/sync/kept-documents.ts', () => ({ keepDocuments: () => {} }));

const list = { uid: 'mia', name: 'Mia', whose: 'home' };
const salad = { id: 'salad', title: 'Greek Salad' };
const recipe = { ...salad, revision: '0', servings: 2, ingredients: [{ name: 'Feta', amount: '200', unit: 'g' }] };
const meal = (servings: number | null): PlannedMeal => ({
  ...{ id: 'dinner', day: 'Friday', meal: 'Dinner', recipe: salad, note: null, servings },
});
const item = (id: string, portion: number): GroceryItem => ({
  ...{ id, name: 'Feta', amount: '1', unit: 'g', category: 'Dairy', checked: false, order: 0 },
  ...{ addedBy: { uid: 'mia', name: 'Mia' }, addedAt: '2026-11-16T10:00:00.000Z' },
  plannedMeal: { id: 'dinner.salad', portion },
});

let open: GroceryItem[];
let calls: unknown[];
beforeEach(() => {
  open = [];
  calls = [];
  queryClient.clear();
  vi.stubGlobal('reportError', expect.unreachable);
  vi.spyOn(api, 'get').mockResolvedValue({ data: recipe });
  provideListWriter(async () => ({
    add: async (_, ingredients: readonly NewIngredient[]) => {
      calls.push(['add', ingredients.map(({ amount }) => amount)]);
      return { kind: 'added', count: 1 };
    },
    itemsOf: async (_, mealId) => open.filter(({ plannedMeal }) => plannedMeal?.id === mealId),
    takeBack: (_, mealId, items) => {
      calls.push(['takeBack', mealId, items.map(({ id }) => id)]);
      return 'key';
    },
    buyLess: (_, mealId, items, needed) => {
      calls.push(['buyLess', mealId, items.map(({ id }) => id), needed.map(({ amount }) => amount)]);
      return { changeKey: 'key', addedIds: ['c'] };
    },
    restore: (_, items) => void calls.push(['restore', items.map(({ id }) => id)]),
  }));
});

describe('a meal that is removed, or gets another recipe', () => {
  test('offers to take its unchecked items off the list, and undoing restores both', async () => {
    open = [item('a', 1), item('b', 0.5)];
    const question = await askToTakeBack(list, meal(3), () => calls.push('plan'));
    expect(question?.title).toBe('Take its 2 items off the list, too?');
    expect(question?.text).toBe('Feta was added for Greek Salad, and nobody has checked it yet.');
    question?.onConfirm();
    currentOffer.get()?.onUndo();
    expect(calls).toEqual([['takeBack', 'dinner.salad', ['a', 'b']], 'plan', ['restore', ['a', 'b']]]);
  });
  test('asks nothing without unchecked items, and of a note', async () => {
    expect(await askToTakeBack(list, meal(3), () => {})).toBeUndefined();
    open = [item('a', 1)];
    const note = { ...meal(null), recipe: null, note: { title: 'Eating out' } };
    expect(await askToTakeBack(list, note, () => {})).toBeUndefined();
  });
});

describe('fewer who eat', () => {
  test('offers to buy less of what nobody has checked, which can be undone', async () => {
    open = [item('a', 1), item('b', 1)];
    const question = await askAboutAmounts(list, meal(3));
    expect(question?.title).toBe('Buy less for 3 people?');
    question?.onConfirm();
    expect(calls).toEqual([['buyLess', 'dinner.salad', ['a', 'b'], ['300']]]);

    calls = [];
    const seen = open;
    // A member has changed one that it left, or added one since.
    open = [item('c', 1.5), item('of a member', 1)];
    currentOffer.get()?.onUndo();
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    expect(calls).toEqual([
      ['takeBack', 'dinner.salad', ['c']],
      ['restore', seen.map(({ id }) => id)],
    ]);
  });
  test('leaves what a member has changed', async () => {
    open = [{ ...item('a', 2), changedBy: { uid: 'sam', name: 'Sam' } }];
    expect(await askAboutAmounts(list, meal(3))).toBeUndefined();
    open = [...open, { ...item('b', 2), name: 'Salt' }];
    const question = await askAboutAmounts(list, meal(3));
    expect(question?.text).toBe('Salt was added for Greek Salad, and nobody has checked it yet.');
    question?.onConfirm();
    expect(calls).toEqual([['buyLess', 'dinner.salad', ['b'], ['300']]]);
  });
  test('counts each line of an ingredient that the recipe has twice', async () => {
    const ingredients = [...recipe.ingredients, { name: 'Feta', amount: '20', unit: 'g' }];
    vi.spyOn(api, 'get').mockResolvedValue({ data: { ...recipe, ingredients } });
    open = [item('a', 1), item('b', 1)];
    expect(await askAboutAmounts(list, meal(2))).toBeUndefined();
    expect(await askAboutAmounts(list, meal(3))).toMatchObject({ title: 'Buy more for 3 people?' });
    expect(await askAboutAmounts(list, meal(1))).toMatchObject({ title: 'Buy less for 1 person?' });
  });
  test('asks nothing if the list has as much as is needed', async () => {
    open = [item('a', 1), item('b', 0.5)];
    expect(await askAboutAmounts(list, meal(3))).toBeUndefined();
  });
});

describe('more who eat', () => {
  test('offers to buy more of what the meal has brought, also of what is bought already', async () => {
    open = [{ ...item('a', 1), checked: true }];
    const question = await askAboutAmounts(list, meal(6));
    expect([question?.title, question?.text]).toEqual([
      ...['Buy more for 6 people?', 'What is on the list for Greek Salad is for fewer.'],
    ]);
    question?.onConfirm();
    await vi.waitFor(() => expect(calls).toEqual([['add', ['600']]]));
    await vi.waitFor(() => expect(notices.get().at(-1)?.text).toBe('Ingredients added to grocery list successfully!'));
  });
  test('asks nothing if the meal has nothing on the list', async () => {
    expect(await askAboutAmounts(list, meal(6))).toBeUndefined();
  });
});
