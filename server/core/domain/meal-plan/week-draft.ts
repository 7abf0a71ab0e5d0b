import type { Dish, MealPlanEvent, Slot } from './events.ts';
import { applyEvent, type Meals, type PlannedMeal, slotOf } from './planned-week.ts';

/** The events of a command, and the meals of the week with them. */
export interface WeekDraft {
  readonly week: string;
  readonly meals: Meals;
  readonly events: readonly MealPlanEvent[];
  record(event: MealPlanEvent): void;
  /** Plans a meal, or changes its dish. */
  plan(meal: Slot & Pick<PlannedMeal, 'id' | 'servings'>, dish: Dish): void;
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
    plan({ id, day, meal, servings }, dish) {
      record({
        type: 'MealPlanned',
        data: { week, day, meal, id, ...dish, ...(servings !== null && { servings }) },
      });
    },
    unplan(meal) {
      const { id } = meal;
      const dish = 'note' in meal ? { note: meal.note } : { recipe: { id: meal.recipe.id, title: meal.recipe.title } };
      record({ type: 'MealUnplanned', data: { week, ...slotOf(meal), id, ...dish } });
    },
  };
}
