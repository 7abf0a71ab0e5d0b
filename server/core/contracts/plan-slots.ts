/** The slots of a week's plan. The projection and the browser change a plan with these functions. */
import type { PlannedSlot } from './live.ts';
import type { MealPlan } from './meal-plan.ts';
import { byDay, byMeal, type Day, days, type Meal, meals } from './week.ts';

/** The plan with a recipe, or null, for each slot. */
export const fillPlan = (recipeFor: (day: Day, meal: Meal) => PlannedSlot['recipe']): MealPlan =>
  byDay((day) => byMeal((meal) => recipeFor(day, meal)));

/** All slots in order, including the empty ones. */
export const slotsOf = (plan: MealPlan): PlannedSlot[] =>
  days.flatMap((day) => meals.map((meal) => ({ day, meal, recipe: plan[day][meal] })));

export const withSlot = (plan: MealPlan, { day, meal, recipe }: PlannedSlot): MealPlan => ({
  ...plan,
  [day]: { ...plan[day], [meal]: recipe },
});
