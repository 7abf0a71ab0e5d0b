import { expect, test } from 'vitest';
import type { LiveMessage, PlannedSlot } from '../../../server/core/contracts/live.ts';
import type { MealPlan, PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import { withSlot } from '../../../server/core/contracts/plan-slots.ts';
import { applyChange, foldPlan, type PlannedWeek } from './plan.ts';

const free = { Breakfast: null, Lunch: null, Dinner: null };
const emptyPlan: MealPlan = {
  Monday: free,
  Tuesday: free,
  Wednesday: free,
  Thursday: free,
  Friday: free,
  Saturday: free,
  Sunday: free,
};
const recipe = (id: string): PlannedRecipe => ({ id, title: id });
const [ramen, pizza] = [recipe('ramen'), recipe('pizza')];
const dinner = (dish: PlannedRecipe | null) => ({ day: 'Monday', meal: 'Dinner', recipe: dish }) as const;
const lunch = (dish: PlannedRecipe | null) => ({ day: 'Friday', meal: 'Lunch', recipe: dish }) as const;
const week = '2026-11-16';
const planned = (revision: string, ...slots: PlannedSlot[]): PlannedWeek => ({
  planId: 'of mia',
  week,
  revision,
  plan: slots.reduce(withSlot, emptyPlan),
});
const changed = (from: string, revision: string, slots: PlannedSlot[], changedWeek = week) => ({
  kind: 'plan.changed' as const,
  position: '40',
  planId: 'of mia',
  week: changedWeek,
  from,
  revision,
  changed: slots,
});
const revised = (id: string, title: string): LiveMessage => ({
  kind: 'recipe.revised',
  position: '41',
  recipe: {
    id,
    revision: '1',
    type: 'image',
    title,
    author: 'Mia',
    authorId: 'mia',
    credited: false,
    cuisine: '',
    createdAt: '2026-11-16T10:00:00.000Z',
  },
});

test('applies the next message to its slots', () => {
  const before = planned('2', dinner(ramen));
  expect(foldPlan(before, changed('2', '4', [dinner(null), lunch(pizza)]))).toEqual(planned('4', lunch(pizza)));
});

test('ignores messages about the plan of a household', () => {
  const before = planned('2', dinner(ramen));
  expect(foldPlan(before, { ...changed('2', '3', [dinner(pizza)]), planId: 'of a household' })).toBe(before);
});

test('returns the same week for a message that it includes, and for changes of another week', () => {
  const before = planned('4', dinner(ramen));
  for (const message of [changed('2', '4', [dinner(pizza)]), changed('4', '5', [dinner(pizza)], '2026-11-23')]) {
    expect(foldPlan(before, message)).toBe(before);
  }
});

test('reports a gap when messages were missed', () => {
  expect(foldPlan(planned('4'), changed('5', '6', [dinner(pizza)]))).toBe('gap');
});

test('updates a revised recipe in every slot, at any revision', () => {
  const before = planned('4', dinner(ramen), lunch(ramen));
  const after = foldPlan(before, revised('ramen', 'Shoyu Ramen with egg'));
  expect(after).toMatchObject({ revision: '4', plan: { Monday: { Dinner: { title: 'Shoyu Ramen with egg' } } } });
  expect(after).toMatchObject({ plan: { Friday: { Lunch: { title: 'Shoyu Ramen with egg' } } } });
  expect(foldPlan(before, revised('pizza', 'Pizza bianca'))).toBe(before);
});

test('applies a pending change to its slot', () => {
  const before = planned('4', dinner(ramen));
  const after = applyChange(before, { ...dinner(pizza), from: 'ramen' });
  expect(after).toEqual(planned('4', dinner(pizza)));
});
