import { mealPlansModel, type PlannedWeek, weekId } from '../../projections/definitions/meal-plan.ts';
import type { Projected } from '../../projections/definitions/projection.ts';
import type { Applied } from '../../projections/runner/applied.ts';
import type { LiveMessage, PlannedSlot } from '../core/contracts/live.ts';
import { firstRecipeAt, type Slot } from '../core/contracts/plan-meals.ts';
import { type MealPlanEvent, mealPlanCategory } from '../core/domain/meal-plan/events.ts';
import { positionOf } from './batch-span.ts';
import { type Addressed, planRoom } from './rooms.ts';

type OfPlan = Projected<MealPlanEvent>;

/** A stream contains only events of its category. */
export const isOfPlan = (event: Applied['events'][number]): event is OfPlan =>
  event.stream.startsWith(`${mealPlanCategory}-`);

/** One message for each week that the batch has changed. */
export function planMessages(applied: Applied, planId: string, events: readonly OfPlan[]): Addressed[] {
  const position = positionOf(events);
  return [...Map.groupBy(events, ({ data }) => data.week)].flatMap(([week, changes]) => {
    const planned = applied.document<PlannedWeek>(mealPlansModel.plans, weekId(planId, week));
    if (!planned) return [];
    const { meals, revision } = planned;
    const ids = new Set(changes.map(({ data }) => data.id));
    const changed = meals.filter(({ id }) => ids.has(id));
    for (const { id } of changed) ids.delete(id);
    const message: LiveMessage = {
      kind: 'plan.changed',
      position,
      planId,
      week,
      from: String(revision - changes.length),
      revision: String(revision),
      meals: changed,
      removed: [...ids],
      changed: changedSlots(changes, meals),
    };
    return [{ room: planRoom(planId), message }];
  });
}

function changedSlots(changes: readonly OfPlan[], meals: PlannedWeek['meals']): PlannedSlot[] {
  const slots = new Map<string, Slot>();
  const add = ({ day, meal }: Slot) => slots.set(`${day} ${meal}`, { day, meal });
  for (const change of changes) {
    if (change.type === 'MealMoved') add(change.data.from);
    add(change.data);
  }
  return [...slots.values()].map((slot) => ({ ...slot, recipe: firstRecipeAt(meals, slot)?.recipe ?? null }));
}
