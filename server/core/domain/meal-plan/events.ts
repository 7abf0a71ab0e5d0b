export type Day = 'Monday' | 'Tuesday' | 'Wednesday' | 'Thursday' | 'Friday' | 'Saturday' | 'Sunday';
export type Meal = 'Breakfast' | 'Lunch' | 'Dinner';

/** A copy of the recipe as of the time of planning, so that the plan stays readable after the recipe is withdrawn. */
export type PlannedRecipe = {
  id: string;
  title: string;
  cuisine?: string;
  /** Minutes. */
  cookingTime?: number;
  imageUrl?: string;
};

/** A place in the plan. `week` is the date of its Monday. */
export type Slot = { week: string; day: Day; meal: Meal };

/** The slot may have had another recipe before. */
export type MealPlanned = { type: 'MealPlanned'; data: Slot & { recipe: PlannedRecipe } };
/** Names the removed recipe, so that the history can be read without folding the plan. */
export type MealUnplanned = { type: 'MealUnplanned'; data: Slot & { recipe: { id: string; title: string } } };

/** The events of `mealPlan-{planId}`. Who did it and when is in the metadata (`actor`, `at`). */
export type MealPlanEvent = MealPlanned | MealUnplanned;

export const mealPlanCategory = 'mealPlan';
