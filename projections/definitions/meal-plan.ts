import type { PlannedMeal } from '../../server/core/contracts/meal-plan.ts';
import { withMeal, withMealChanged, withoutMeal } from '../../server/core/contracts/plan-meals.ts';
import type { Dish, MealPlanEvent, Slot } from '../../server/core/domain/meal-plan/events.ts';
import { mealPlanEvents } from '../../server/core/domain/meal-plan/upcast.ts';
import { idOf, type Projected, type Projection } from './projection.ts';

/** Collection names for the routes. */
export const mealPlansModel = { plans: 'plans' } as const;

const { plans } = mealPlansModel;

/** A week of a plan; `revision` counts its changes. */
export interface PlannedWeek {
  readonly revision: number;
  /** Sorted by day, meal of the day and id. */
  readonly meals: readonly PlannedMeal[];
}

/** @param week date of its Monday */
export const weekId = (planId: string, week: string): string => `${planId}:${week}`;

const emptyWeek: PlannedWeek = { revision: 0, meals: [] };

/** A meal of the domain in the form of the contract. */
export function toPlannedMeal(planned: Slot & Dish & { id: string; servings?: number | null }): PlannedMeal {
  const { id, day, meal, servings = null } = planned;
  const dish = 'recipe' in planned ? { recipe: planned.recipe, note: null } : { recipe: null, note: planned.note };
  return { id, day, meal, ...dish, servings };
}

function foldMeals(meals: PlannedWeek['meals'], { type, data }: MealPlanEvent): PlannedWeek['meals'] {
  switch (type) {
    case 'MealPlanned':
      return withMeal(meals, toPlannedMeal(data));
    case 'MealMoved':
      return withMealChanged(meals, data.id, { day: data.day, meal: data.meal });
    case 'MealServingsChanged':
      return withMealChanged(meals, data.id, { servings: data.servings });
    case 'MealUnplanned':
      return withoutMeal(meals, data.id);
  }
}

/** Collection `plans`: a `PlannedWeek` by plan id and week. */
export const mealPlansProjection: Projection<Projected<MealPlanEvent>> = {
  name: 'meal-plan',
  version: 2,
  events: mealPlanEvents,
  fold(event, workspace) {
    const id = weekId(idOf(event), event.data.week);
    const { revision, meals } = workspace.get<PlannedWeek>(plans, id) ?? emptyWeek;
    workspace.put(plans, id, { revision: revision + 1, meals: foldMeals(meals, event) } satisfies PlannedWeek);
  },
};

/** Parses a stored week; a week that has never been planned is not stored. */
export const plannedWeek = (stored: string | undefined): PlannedWeek =>
  stored === undefined ? emptyWeek : JSON.parse(stored);
