import { mealPlanLimits } from '../../../server/core/contracts/limits.ts';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { mealsAt } from '../../../server/core/contracts/plan-meals.ts';
import { daysAfter, mondayOf } from '../../../server/core/contracts/week.ts';
import { formatCount } from '../../lib/format-count.ts';
import { newId } from '../../lib/new-id.ts';
import { isSameDish, type PlanChange, seenDish } from './plan.ts';

/** The meals that a copy plans in another week, and the numbers of those that it leaves out. */
export interface WeekCopy {
  readonly plan: NonNullable<PlanChange['plan']>;
  /** In the same slot already. */
  readonly thereCount: number;
  /** Without room in their slot. */
  readonly fullCount: number;
  /** With recipes that do not exist any more. */
  readonly withdrawnCount: number;
}

/**
 * Copies the meals of a week to the same slots of another one.
 * @param nowMs for the ids of the copies
 */
export function copyWeek(
  meals: readonly PlannedMeal[],
  target: readonly PlannedMeal[],
  nowMs: number = Date.now(),
): WeekCopy {
  const copied: PlannedMeal[] = [];
  const left = { thereCount: 0, fullCount: 0, withdrawnCount: 0 };
  for (const meal of meals) {
    const there = mealsAt(target, meal);
    if (meal.isWithdrawn) left.withdrawnCount += 1;
    else if (there.some((each) => isSameDish(each, meal))) left.thereCount += 1;
    else if (there.length + mealsAt(copied, meal).length >= mealPlanLimits.perSlot) left.fullCount += 1;
    // The meals of a slot are sorted by id, which begins with a time.
    else copied.push({ ...meal, id: newId(nowMs + copied.length) });
  }
  const plan = copied.map(({ id, day, meal, recipe, note, servings }) => ({ id, day, meal, recipe, note, servings }));
  return { plan, ...left };
}

/** The changes that undo a copy: one for each meal, because another member may have replaced some of them. */
export const withoutCopy = ({ plan }: WeekCopy): PlanChange[] =>
  plan.map(({ id, recipe = null, note = null }) => ({ remove: [{ id, from: seenDish({ recipe, note }) }] }));

/** What a copy leaves out, as sentences. Empty if it leaves out nothing. */
export function leftOutText({ thereCount, fullCount, withdrawnCount }: WeekCopy): string {
  const are = (count: number) => (count === 1 ? 'is' : 'are');
  return [
    thereCount > 0 && `${formatCount(thereCount, 'meal')} ${are(thereCount)} there already.`,
    fullCount > 0 && `${formatCount(fullCount, 'meal')} would not fit.`,
    withdrawnCount > 0 && `${formatCount(withdrawnCount, 'recipe')} ${are(withdrawnCount)} not there any more.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const targetCount = 4;

/** The weeks to which a week can be copied: after it, and not over. */
export function weeksToCopyTo(week: string, today: string): string[] {
  const current = mondayOf(today);
  const first = week < current ? current : daysAfter(week, 7);
  return Array.from({ length: targetCount }, (_, n) => daysAfter(first, 7 * n));
}
