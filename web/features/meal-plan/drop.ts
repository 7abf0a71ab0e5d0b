import { mealPlanLimits } from '../../../server/core/contracts/limits.ts';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { mealsAt, type Place } from '../../../server/core/contracts/plan-meals.ts';
import { isSameSlot } from './plan.ts';

/** Where a meal is moved to. */
export interface Drop {
  readonly place: Place;
  /** The meal that gets the former slot of the moved one. */
  readonly swapped?: PlannedMeal;
}

/**
 * What dropping a meal does: on the only meal of a slot, or on one of a full slot, it swaps both. Elsewhere in a slot, the
 * meal is added.
 * @param overId the id of the meal under the pointer
 */
export function dropAt(
  planned: readonly PlannedMeal[],
  moved: PlannedMeal,
  place: Place,
  overId: string | undefined,
): Drop | undefined {
  if (isSameSlot(moved, place)) return undefined;
  const there = mealsAt(planned, place);
  const over = there.find(({ id }) => id === overId);
  if (over && (there.length === 1 || there.length >= mealPlanLimits.perSlot)) return { place, swapped: over };
  return there.length < mealPlanLimits.perSlot ? { place } : undefined;
}

export const isSameDrop = (a: Drop | undefined, b: Drop | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && isSameSlot(a.place, b.place) && a.swapped?.id === b.swapped?.id);

const shortName = ({ day, meal }: Place): string => `${day.slice(0, 3)} ${meal.toLowerCase()}`;

/** "Fri dinner → Thu lunch". */
export function describeDrop(from: Place, drop: Drop | undefined): string {
  if (!drop) return shortName(from);
  return `${shortName(from)} ${drop.swapped ? '⇄' : '→'} ${shortName(drop.place)}`;
}
