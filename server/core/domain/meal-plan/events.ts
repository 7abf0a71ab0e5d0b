export type Day = 'Monday' | 'Tuesday' | 'Wednesday' | 'Thursday' | 'Friday' | 'Saturday' | 'Sunday';
export type Meal = 'Breakfast' | 'Lunch' | 'Dinner';

/** A recipe as it was when it was planned: the plan still says what to cook when the recipe is gone. */
export type PlannedRecipe = {
  id: string;
  title: string;
  cuisine?: string;
  /** minutes */
  cookingTime?: number;
  imageUrl?: string;
};

/** A place in the plan. `week` is the date of its Monday. */
export type Slot = { week: string; day: Day; meal: Meal };

/** Also where another recipe was planned before. */
export type MealPlanned = { type: 'MealPlanned'; data: Slot & { recipe: PlannedRecipe } };
/** With what was planned: whoever reads the history need not fold the plan to understand a line of it. */
export type MealUnplanned = { type: 'MealUnplanned'; data: Slot & { recipe: { id: string; title: string } } };

/** The events of `mealPlan-{planId}`. Who did it and when is in the metadata (`actor`, `at`). */
export type MealPlanEvent = MealPlanned | MealUnplanned;

export const mealPlanCategory = 'mealPlan';
