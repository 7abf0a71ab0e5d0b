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

/** What is planned instead of a recipe, such as "Eating out". */
export type MealNote = { title: string; details?: string };

/** What a meal consists of. */
export type Dish = { recipe: PlannedRecipe } | { note: MealNote };

/** A part of a day. It can have several meals, which are ordered by their ids. */
export type Slot = { day: Day; meal: Meal };
/** `week` is the date of its Monday. */
export type SlotOfWeek = { week: string } & Slot;

/** The id of a meal, and its title at the time, so that the history can be read without folding the plan. */
type NamedMeal = { id: string; title: string };

/** The meal may have been planned before, in the same slot, with another dish. `servings`: how many eat, if it is known. */
export type MealPlanned = { type: 'MealPlanned'; data: SlotOfWeek & { id: string; servings?: number } & Dish };
/** The slot is the new one. */
export type MealMoved = { type: 'MealMoved'; data: SlotOfWeek & NamedMeal & { from: Slot } };
/** Null: not known. */
export type MealServingsChanged = {
  type: 'MealServingsChanged';
  data: SlotOfWeek & NamedMeal & { servings: number | null; from: number | null };
};
export type MealUnplanned = {
  type: 'MealUnplanned';
  data: SlotOfWeek & { id: string } & ({ recipe: { id: string; title: string } } | { note: MealNote });
};

/** The events of `mealPlan-{planId}`. Who did it and when is in the metadata (`actor`, `at`). */
export type MealPlanEvent = MealPlanned | MealMoved | MealServingsChanged | MealUnplanned;

export const mealPlanCategory = 'mealPlan';
