import { describe, expect, test } from 'vitest';
import { mealPlanLimits } from '../../../server/core/contracts/limits.ts';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { copyWeek, leftOutText, weeksToCopyTo, withoutCopy } from './copy-week.ts';

const dinner = (id: string, change: Partial<PlannedMeal> = {}): PlannedMeal => ({
  ...{ id, day: 'Friday', meal: 'Dinner', recipe: { id, title: id }, note: null, servings: 3, ...change },
});
const note = dinner('out', { recipe: null, note: { title: 'Eating out', details: 'Café Nord' }, servings: null });

describe('copies meals', () => {
  test('to the same slots, with how many eat, in the same order', () => {
    const { plan } = copyWeek([dinner('ramen'), dinner('pizza'), note], []);
    expect(plan.map(({ id: _, ...meal }) => meal)).toEqual(
      [dinner('ramen'), dinner('pizza'), note].map(({ id: _, ...meal }) => meal),
    );
    const ids = plan.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(ids.toSorted()).toEqual(ids);
  });
  test('but not those that are there already, do not fit, or have a withdrawn recipe', () => {
    const there = [dinner('a', { recipe: { id: 'ramen', title: 'Ramen' } }), { ...note, id: 'b' }, dinner('c')];
    const copy = copyWeek(
      [dinner('ramen'), dinner('pizza'), note, dinner('soup'), dinner('pie', { isWithdrawn: true })],
      there,
    );
    expect(copy.plan.map(({ recipe }) => recipe?.title)).toEqual(['pizza']);
    expect(mealPlanLimits.perSlot).toBe(4);
    expect(leftOutText(copy)).toBe('2 meals are there already. 1 meal would not fit. 1 recipe is not there any more.');
    expect(leftOutText(copyWeek([dinner('pizza')], there))).toBe('');
  });
});

test('a copy is undone meal by meal, as far as nobody has replaced what was copied', () => {
  const copy = copyWeek([dinner('ramen'), note], []);
  const [ramen, out] = copy.plan.map(({ id }) => id);
  expect(withoutCopy(copy)).toEqual([
    { remove: [{ id: ramen, from: { recipe: 'ramen' } }] },
    { remove: [{ id: out, from: { note: { title: 'Eating out', details: 'Café Nord' } } }] },
  ]);
});

test('offers the weeks after the one that is copied, from this week on', () => {
  const [monday, today] = ['2026-11-23', '2026-11-25'];
  expect(weeksToCopyTo(monday, today)).toEqual(['2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21']);
  expect(weeksToCopyTo('2026-11-02', today)[0]).toBe(monday);
  expect(weeksToCopyTo('2026-12-28', today)[0]).toBe('2027-01-04');
});
