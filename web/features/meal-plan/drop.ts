import { mealPlanLimits } from '../../../server/core/contracts/limits.ts';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { isSameSlot, mealsAt, type Slot } from '../../../server/core/contracts/plan-meals.ts';

/** Where a meal is moved to. */
export interface Drop {
  readonly slot: Slot;
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
  slot: Slot,
  overId: string | undefined,
): Drop | undefined {
  if (isSameSlot(moved, slot)) return undefined;
  const there = mealsAt(planned, slot);
  const over = there.find(({ id }) => id === overId);
  if (over && (there.length === 1 || there.length >= mealPlanLimits.perSlot)) return { slot, swapped: over };
  return there.length < mealPlanLimits.perSlot ? { slot } : undefined;
}

export const isSameDrop = (a: Drop | undefined, b: Drop | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && isSameSlot(a.slot, b.slot) && a.swapped?.id === b.swapped?.id);

const shortName = ({ day, meal }: Slot): string => `${day.slice(0, 3)} ${meal.toLowerCase()}`;

/** "Fri dinner → Thu lunch". */
export function describeDrop(from: Slot, drop: Drop | undefined): string {
  if (!drop) return shortName(from);
  return `${shortName(from)} ${drop.swapped ? '⇄' : '→'} ${shortName(drop.slot)}`;
}
