import type { MealPlanEvent } from './events.ts';
import { applyEvent, type Meals, type PlannedMeal, placeOf } from './planned-week.ts';

/** The events of a command, and the meals of the week with them. */
export interface WeekDraft {
  readonly week: string;
  readonly meals: Meals;
  readonly events: readonly MealPlanEvent[];
  record(event: MealPlanEvent): void;
  unplan(meal: PlannedMeal): void;
}

export function draftOf(week: string, planned: Meals): WeekDraft {
  const meals = new Map(planned);
  const events: MealPlanEvent[] = [];
  const record = (event: MealPlanEvent): void => {
    events.push(event);
    applyEvent(meals, event);
  };
  return {
    week,
    meals,
    events,
    record,
    unplan(meal) {
      const { id } = meal;
      const dish = 'note' in meal ? { note: meal.note } : { recipe: { id: meal.recipe.id, title: meal.recipe.title } };
      record({ type: 'MealUnplanned', data: { week, ...placeOf(meal), id, ...dish } });
    },
  };
}
