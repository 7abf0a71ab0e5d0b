import type { MealPlan } from '../../server/core/contracts/meal-plan.ts';
import { fillPlan, withSlot } from '../../server/core/contracts/plan-slots.ts';
import type { MealPlanEvent } from '../../server/core/domain/meal-plan/events.ts';
import { mealPlanEvents } from '../../server/core/domain/meal-plan/upcast.ts';
import { idOf, type Projected, type Projection } from './projection.ts';

/** Collection names for the routes. */
export const mealPlansModel = { plans: 'plans' } as const;

const { plans } = mealPlansModel;

/** A week of a plan; `revision` counts its changes. */
export interface PlannedWeek {
  revision: number;
  plan: MealPlan;
}

/** @param week date of its Monday */
export const weekId = (planId: string, week: string): string => `${planId}:${week}`;

const emptyPlan = fillPlan(() => null);

/** Collection `plans`: a `PlannedWeek` by plan id and week. */
export const mealPlansProjection: Projection<Projected<MealPlanEvent>> = {
  name: 'meal-plan',
  version: 1,
  events: mealPlanEvents,
  fold(event, workspace) {
    const { week, day, meal } = event.data;
    const id = weekId(idOf(event), week);
    const { revision, plan } = workspace.get<PlannedWeek>(plans, id) ?? { revision: 0, plan: emptyPlan };
    const recipe = event.type === 'MealPlanned' ? event.data.recipe : null;
    workspace.put(plans, id, {
      revision: revision + 1,
      plan: withSlot(plan, { day, meal, recipe }),
    } satisfies PlannedWeek);
  },
};

/** Parses a stored week; a week that has never been planned is not stored. */
export const plannedWeek = (stored: string | undefined): PlannedWeek =>
  stored === undefined ? { revision: 0, plan: emptyPlan } : JSON.parse(stored);
