/** The meals of a week's plan. The projection and the browser change a plan with these functions. */
import type { PlannedMeal, WeekSlots } from './meal-plan.ts';
import { byDay, byMeal, type Day, days, type Meal, meals } from './week.ts';

/** Sorted by day, meal of the day and id. */
type Meals = readonly PlannedMeal[];

/** A slot of a week. */
export interface Slot {
  readonly day: Day;
  readonly meal: Meal;
}

const slotNumber = ({ day, meal }: Slot): number => days.indexOf(day) * meals.length + meals.indexOf(meal);
const inOrder = (a: PlannedMeal, b: PlannedMeal): number => slotNumber(a) - slotNumber(b) || (a.id < b.id ? -1 : 1);

export const sortMeals = (planned: Meals): Meals => planned.toSorted(inOrder);

export const isSameSlot = (a: Slot, b: Slot): boolean => a.day === b.day && a.meal === b.meal;

/** Adds a meal, or replaces the one with its id. */
export const withMeal = (planned: Meals, meal: PlannedMeal): Meals =>
  sortMeals([...withoutMeal(planned, meal.id), meal]);

export const withoutMeal = (planned: Meals, id: string): Meals => planned.filter((meal) => meal.id !== id);

/** @param change the fields that change. A meal that is not in the plan is ignored. */
export function withMealChanged(planned: Meals, id: string, change: Partial<PlannedMeal>): Meals {
  const meal = planned.find((each) => each.id === id);
  return meal ? withMeal(planned, { ...meal, ...change }) : planned;
}

/** The meals of a slot, in order. */
export const mealsAt = (planned: Meals, slot: Slot): Meals => planned.filter((meal) => isSameSlot(meal, slot));

/** The first meal of a slot that is a recipe. */
export const firstRecipeAt = (planned: Meals, slot: Slot): PlannedMeal | undefined =>
  planned.find((meal) => meal.recipe && isSameSlot(meal, slot));

/** The first recipe of each slot: the plan as the specification has it. */
export const slotsOf = (planned: Meals): WeekSlots =>
  byDay((day) => byMeal((meal) => firstRecipeAt(planned, { day, meal })?.recipe ?? null));
