import { type Static, Type } from 'typebox';
import { mealPlanLimits } from './limits.ts';
import { Id, Whose } from './shared.ts';
import { byDay, byMeal, days, meals } from './week.ts';

/** A recipe in a slot. Other fields in a request are ignored. */
export const PlannedRecipe = Type.Object({
  id: Id,
  title: Type.String({ minLength: 1, maxLength: mealPlanLimits.title }),
  cuisine: Type.Optional(Type.String({ maxLength: mealPlanLimits.cuisine })),
  cookingTime: Type.Optional(Type.Integer({ minimum: 0, maximum: mealPlanLimits.cookingTime, description: 'Minutes' })),
  imageUrl: Type.Optional(Type.String({ maxLength: mealPlanLimits.url })),
});
export type PlannedRecipe = Static<typeof PlannedRecipe>;

const slot = Type.Union([PlannedRecipe, Type.Null()]);
const day = Type.Object(byMeal(() => slot));

/** The slots of a week, by day and meal. */
export const MealPlan = Type.Object(byDay(() => day));
export type MealPlan = Static<typeof MealPlan>;

const strict = { additionalProperties: false };
const partialDay = Type.Partial(day, strict);

/** The whole week: an omitted slot is empty. */
export const SaveMealPlan = Type.Partial(Type.Object(byDay(() => partialDay)), strict);
export type SaveMealPlan = Static<typeof SaveMealPlan>;

/** The slots to change. All of them change, or none. */
export const ChangeSlots = Type.Object(
  {
    slots: Type.Array(
      Type.Object(
        {
          day: Type.Enum([...days]),
          meal: Type.Enum([...meals]),
          recipe: slot,
          from: Type.Optional(
            Type.Union([Id, Type.Null()], {
              description:
                'The recipe that the user saw in the slot. If it has another one meanwhile, the change is refused.',
            }),
          ),
        },
        strict,
      ),
      { minItems: 1, maxItems: days.length * meals.length },
    ),
  },
  strict,
);
export type ChangeSlots = Static<typeof ChangeSlots>;

export const PlanPath = Type.Object({ whose: Whose });

export const PlanQuery = Type.Object({
  week: Type.Optional(
    Type.String({
      pattern: '^20\\d\\d-\\d\\d-\\d\\d$',
      description: 'A date in the week, YYYY-MM-DD. Default: today, in UTC.',
    }),
  ),
});
