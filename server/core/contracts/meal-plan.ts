import { type Static, Type } from 'typebox';
import { mealPlanLimits } from './limits.ts';
import { Id, Uid } from './shared.ts';

/** A recipe in a slot. Of what else a recipe has that is sent, nothing is kept. */
export const PlannedRecipe = Type.Object({
  id: Id,
  title: Type.String({ minLength: 1, maxLength: mealPlanLimits.title }),
  cuisine: Type.Optional(Type.String({ maxLength: mealPlanLimits.cuisine })),
  cookingTime: Type.Optional(Type.Integer({ minimum: 0, maximum: mealPlanLimits.cookingTime, description: 'Minutes' })),
  imageUrl: Type.Optional(Type.String({ maxLength: mealPlanLimits.url })),
});
export type PlannedRecipe = Static<typeof PlannedRecipe>;

const slot = Type.Union([PlannedRecipe, Type.Null()]);
const meals = { Breakfast: slot, Lunch: slot, Dinner: slot };

const eachDay = <Meals>(of: Meals) => ({
  Monday: of,
  Tuesday: of,
  Wednesday: of,
  Thursday: of,
  Friday: of,
  Saturday: of,
  Sunday: of,
});

/** A week by days, each by meals. */
export const MealPlan = Type.Object(eachDay(Type.Object(meals)));
export type MealPlan = Static<typeof MealPlan>;

const strict = { additionalProperties: false };

/** The whole week: a slot that is left out is an empty one. */
export const SaveMealPlan = Type.Partial(Type.Object(eachDay(Type.Partial(Type.Object(meals), strict))), strict);
export type SaveMealPlan = Static<typeof SaveMealPlan>;

export const PlanPath = Type.Object({ userId: Uid });

export const PlanQuery = Type.Object({
  week: Type.Optional(
    Type.String({
      pattern: '^20\\d\\d-\\d\\d-\\d\\d$',
      description: 'A date in the week, YYYY-MM-DD. Default: today, in UTC.',
    }),
  ),
});
