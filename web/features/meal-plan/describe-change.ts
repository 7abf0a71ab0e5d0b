import { ApiError } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { placeOf } from '../../lib/households/saved-households.ts';
import type { Resolvable } from '../../lib/sync/change-options.ts';
import type { ChangeText } from '../../lib/sync/pending-changes.ts';
import { type PlanChange, type PlannedWeek, slotName } from './plan.ts';

const mealOf = ({ day, meal }: Pick<PlanChange, 'day' | 'meal'>): string => `${day} ${meal.toLowerCase()}`;

/** A change as a sentence. @param planned the week as the user saw it */
export function describeChange(whose: string, change: PlanChange, planned: PlannedWeek | undefined): ChangeText {
  const place = placeOf(whose);
  const where = place === undefined ? {} : { place };
  if (change.recipe) return { verb: 'Plan', what: change.recipe.title, rest: ` for ${mealOf(change)}`, ...where };
  const former = planned?.plan[change.day][change.meal]?.title ?? 'the meal';
  return { verb: 'Remove', what: former, rest: ` from ${mealOf(change)}`, ...where };
}

/** Why a change was not saved. */
export function explainRefusal(error: unknown): string {
  if (error instanceof ApiError && error.code === 'FORBIDDEN') return 'You are no longer a member of this household.';
  return failureText(error, 'Failed to update meal plan');
}

/**
 * The meal that the user wanted, and the one that another member has planned meanwhile.
 * @param planned the week as it is on the server
 */
export function conflictOf(planned: PlannedWeek, changes: readonly PlanChange[]): Resolvable<PlanChange> | undefined {
  const wanted = changes.at(-1);
  if (!wanted) return undefined;
  const current = planned.plan[wanted.day][wanted.meal];
  const theirs = current?.title ?? 'Nothing';
  return {
    title: slotName(wanted),
    mine: { text: wanted.recipe?.title ?? 'Nothing' },
    theirs: { text: theirs },
    state: `${theirs} is planned`,
    resolve: { ...wanted, from: current?.id ?? null },
  };
}
