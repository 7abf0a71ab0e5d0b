import { expect, test } from 'vitest';
import { mealPlanLimits } from '../../../server/core/contracts/limits.ts';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import type { Day } from '../../../server/core/contracts/week.ts';
import { describeDrop, dropAt, isSameDrop } from './drop.ts';

const meal = (id: string, day: Day): PlannedMeal => ({
  ...{ id, day, meal: 'Dinner', recipe: { id, title: id }, note: null, servings: null },
});
const dinner = (day: Day) => ({ day, meal: 'Dinner' }) as const;
const ramen = meal('ramen', 'Friday');
const pizza = meal('pizza', 'Monday');
const full = Array.from({ length: mealPlanLimits.perSlot }, (_, n) => meal(`full-${n}`, 'Sunday'));
const planned = [pizza, meal('soup', 'Tuesday'), meal('salad', 'Tuesday'), ramen, ...full];
const drop = (day: Day, overId?: string) => dropAt(planned, ramen, dinner(day), overId);

test('moves a meal to a slot that has room', () => {
  expect(drop('Wednesday')).toEqual({ slot: dinner('Wednesday') });
  expect(drop('Tuesday', 'soup')).toEqual({ slot: dinner('Tuesday') });
  expect(drop('Monday')).toEqual({ slot: dinner('Monday') });
});

test('swaps a meal with the only one of a slot, or with one of a full slot', () => {
  expect(drop('Monday', 'pizza')).toEqual({ slot: dinner('Monday'), swapped: pizza });
  expect(drop('Sunday', 'full-2')).toEqual({ slot: dinner('Sunday'), swapped: full[2] });
});

test('does nothing in the slot of the meal, and beside the meals of a full slot', () => {
  expect(drop('Friday', 'ramen')).toBeUndefined();
  expect(drop('Sunday')).toBeUndefined();
});

test('says from where to where', () => {
  expect(describeDrop(ramen, undefined)).toBe('Fri dinner');
  expect(describeDrop(ramen, drop('Tuesday'))).toBe('Fri dinner → Tue dinner');
  expect(describeDrop(ramen, drop('Monday', 'pizza'))).toBe('Fri dinner ⇄ Mon dinner');
});

test('is another drop in another slot, on another meal, or where nothing is dropped', () => {
  const swap = drop('Monday', 'pizza');
  const add = drop('Monday');
  expect([isSameDrop(swap, drop('Monday', 'pizza')), isSameDrop(undefined, undefined)]).toEqual([true, true]);
  expect([isSameDrop(swap, add), isSameDrop(add, drop('Tuesday'))]).toEqual([false, false]);
  expect([isSameDrop(undefined, add), isSameDrop(add, undefined)]).toEqual([false, false]);
});
