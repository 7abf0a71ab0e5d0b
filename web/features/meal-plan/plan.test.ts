import { describe, expect, test } from 'vitest';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { PlannedMeal, PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import { byDay } from '../../../server/core/contracts/week.ts';
import { applyChange, foldPlan, type PlanChange, type PlannedWeek } from './plan.ts';
import { fromStoredWeek, toPlanChange } from './stored-plan.ts';

const recipe = (id: string): PlannedRecipe => ({ id, title: id });
const [ramen, pizza] = [recipe('ramen'), recipe('pizza')];
const none = { note: null, servings: null };
const dinner = (dish: PlannedRecipe): PlannedMeal => ({
  id: 'a',
  day: 'Monday',
  meal: 'Dinner',
  recipe: dish,
  ...none,
});
const lunch = (dish: PlannedRecipe): PlannedMeal => ({ id: 'b', day: 'Friday', meal: 'Lunch', recipe: dish, ...none });
const week = '2026-11-16';
const planned = (revision: string, ...meals: PlannedMeal[]): PlannedWeek => ({
  planId: 'of mia',
  week,
  revision,
  meals,
});
const changed = (
  from: string,
  revision: string,
  { meals = [], removed = [] }: { meals?: PlannedMeal[]; removed?: string[] },
  changedWeek = week,
) => ({
  kind: 'plan.changed' as const,
  position: '40',
  planId: 'of mia',
  week: changedWeek,
  from,
  revision,
  meals,
  removed,
  changed: [],
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

test('applies the next message to its meals', () => {
  const before = planned('2', dinner(ramen));
  const message = changed('2', '4', { meals: [lunch(pizza)], removed: ['a'] });
  expect(foldPlan(before, message)).toEqual(planned('4', lunch(pizza)));
});

test('ignores messages about the plan of a household', () => {
  const before = planned('2', dinner(ramen));
  const message = { ...changed('2', '3', { meals: [dinner(pizza)] }), planId: 'of a household' };
  expect(foldPlan(before, message)).toBe(before);
});

test('returns the same week for a message that it includes, and for changes of another week', () => {
  const before = planned('4', dinner(ramen));
  const meals = [dinner(pizza)];
  for (const message of [changed('2', '4', { meals }), changed('4', '5', { meals }, '2026-11-23')]) {
    expect(foldPlan(before, message)).toBe(before);
  }
});

test('reports a gap when messages were missed, or come from a server that does not send meals', () => {
  expect(foldPlan(planned('4'), changed('5', '6', { meals: [dinner(pizza)] }))).toBe('gap');
  const ofOlderServer: LiveMessage = JSON.parse(JSON.stringify({ ...changed('4', '5', {}), meals: undefined }));
  expect(foldPlan(planned('4'), ofOlderServer)).toBe('gap');
});

test('updates a revised recipe in every slot, at any revision', () => {
  const before = planned('4', dinner(ramen), lunch(ramen));
  const after = foldPlan(before, revised('ramen', 'Shoyu Ramen with egg'));
  expect(after).toEqual({
    ...before,
    meals: [dinner, lunch].map((meal) => ({ ...meal(ramen), recipe: { ...ramen, title: 'Shoyu Ramen with egg' } })),
  });
  expect(foldPlan(before, revised('pizza', 'Pizza bianca'))).toBe(before);
});

test('keeps what a recipe is called now when its meal is moved, as the message has what it was called then', () => {
  const shoyu = { ...ramen, title: 'Shoyu Ramen' };
  const moved = { ...dinner(ramen), day: 'Friday' as const };
  expect(foldPlan(planned('4', dinner(shoyu)), changed('4', '5', { meals: [moved] }))).toEqual(
    planned('5', { ...moved, recipe: shoyu }),
  );
});

test('marks a withdrawn recipe, also after its meal was moved', () => {
  const withdrawn = foldPlan(planned('4', dinner(ramen)), {
    kind: 'recipe.withdrawn',
    position: '41',
    recipeId: 'ramen',
  });
  expect(withdrawn).toEqual(planned('4', { ...dinner(ramen), isWithdrawn: true }));
  const moved = { ...dinner(ramen), day: 'Friday' as const };
  expect(withdrawn !== 'gap' && foldPlan(withdrawn, changed('4', '5', { meals: [moved] }))).toEqual(
    planned('5', { ...moved, isWithdrawn: true }),
  );
});

test('applies a pending change, once', () => {
  const before = planned('4', dinner(ramen));
  const change: PlanChange = {
    move: [{ id: 'a', day: 'Friday', meal: 'Lunch' }],
    replace: [{ id: 'a', recipe: pizza }],
    setServings: [{ id: 'a', servings: 3 }],
    plan: [{ id: 'c', day: 'Monday', meal: 'Dinner', note: { title: 'Eating out' } }],
  };
  const after = applyChange(before, change);
  expect(after.meals).toEqual([
    { id: 'c', day: 'Monday', meal: 'Dinner', recipe: null, note: { title: 'Eating out' }, servings: null },
    { ...lunch(pizza), id: 'a', servings: 3, isWithdrawn: false },
  ]);
  expect(applyChange(after, change)).toEqual(after);
  expect(applyChange(after, { remove: [{ id: 'a' }, { id: 'c' }] }).meals).toEqual([]);
});

describe('what a release without ids of meals has stored', () => {
  const onMonday = { day: 'Monday', meal: 'Dinner' } as const;
  test('a change of a slot is applied to its first recipe', () => {
    const apply = (before: PlannedWeek, dish: PlannedRecipe | null) =>
      applyChange(before, toPlanChange({ ...onMonday, recipe: dish, from: null })).meals;
    const [added] = apply(planned('4'), pizza);
    expect(added).toMatchObject({ ...onMonday, recipe: pizza });
    expect(apply(planned('4', dinner(ramen), lunch(ramen)), pizza)).toMatchObject([dinner(pizza), lunch(ramen)]);
    expect(apply(planned('4', dinner(ramen), lunch(ramen)), null)).toEqual([lunch(ramen)]);
  });
  test('a week has its recipes, with the ids that the server gives them', () => {
    const free = { Breakfast: null, Lunch: null, Dinner: null };
    const stored = {
      planId: 'of mia',
      week,
      revision: '4',
      plan: byDay((day) => (day === 'Monday' ? { ...free, Dinner: ramen } : free)),
    };
    const id = '00000000-0001-8003-8000-000020261116';
    expect(fromStoredWeek(stored)).toEqual(planned('4', { ...dinner(ramen), id }));
    expect(fromStoredWeek(planned('4', lunch(ramen)))).toEqual(planned('4', lunch(ramen)));
  });
});
