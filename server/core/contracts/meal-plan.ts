import { type Static, type TSchema, Type } from 'typebox';
import { mealPlanLimits } from './limits.ts';
import { Id, Whose } from './shared.ts';
import { byDay, byMeal, days, meals } from './week.ts';

const maxMeals = days.length * meals.length * mealPlanLimits.perSlot;
const strict = { additionalProperties: false };
const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A recipe in a slot. Other fields in a request are ignored. */
export const PlannedRecipe = Type.Object({
  id: Id,
  title: Type.String({ minLength: 1, maxLength: mealPlanLimits.title }),
  cuisine: Type.Optional(Type.String({ maxLength: mealPlanLimits.cuisine })),
  cookingTime: Type.Optional(Type.Integer({ minimum: 0, maximum: mealPlanLimits.cookingTime, description: 'Minutes' })),
  imageUrl: Type.Optional(Type.String({ maxLength: mealPlanLimits.url })),
});
export type PlannedRecipe = Static<typeof PlannedRecipe>;

/** What is planned instead of a recipe. */
export const MealNote = Type.Object(
  {
    title: Type.String({ maxLength: mealPlanLimits.note, examples: ['Eating out'] }),
    details: Type.Optional(Type.String({ maxLength: mealPlanLimits.details })),
  },
  strict,
);
export type MealNote = Static<typeof MealNote>;

const slot = { day: Type.Enum([...days]), meal: Type.Enum([...meals]) };
const servings = Type.Integer({
  minimum: 1,
  maximum: mealPlanLimits.servings,
  description: 'How many eat',
});

/** A meal is a recipe or a note. */
export const PlannedMeal = Type.Object({
  id: Id,
  ...slot,
  recipe: orNull(PlannedRecipe),
  note: orNull(MealNote),
  servings: orNull(servings),
  isWithdrawn: Type.Optional(
    Type.Boolean({ description: 'The recipe does not exist any more. It is shown as it was when it was planned.' }),
  ),
});
export type PlannedMeal = Static<typeof PlannedMeal>;

const recipeInSlot = orNull(PlannedRecipe);
const day = Type.Object(byMeal(() => recipeInSlot));

/** The slots of a week by day and meal, as in the specification: the first recipe of each. */
export const WeekSlots = Type.Object(byDay(() => day));
export type WeekSlots = Static<typeof WeekSlots>;

/** A week: the first recipe of each slot, and all of its meals. */
export const MealPlan = Type.Object({
  ...WeekSlots.properties,
  meals: Type.Array(PlannedMeal, {
    description: `All meals in order, also notes: by day, meal of the day and id. A slot has ${mealPlanLimits.perSlot} at most.`,
  }),
});
export type MealPlan = Static<typeof MealPlan>;

const partialDay = Type.Partial(day, strict);

/** The whole week: an omitted slot is empty. */
export const SaveMealPlan = Type.Object(
  {
    ...Type.Partial(Type.Object(byDay(() => partialDay))).properties,
    meals: Type.Optional(
      Type.Array(Type.Object({}), {
        maxItems: maxMeals,
        description: 'Ignored, so that a response can be sent back. Change meals with PATCH.',
      }),
    ),
  },
  strict,
);
export type SaveMealPlan = Static<typeof SaveMealPlan>;

const changesOf = <T extends TSchema>(change: T, description: string) =>
  Type.Optional(Type.Array(change, { maxItems: maxMeals, description }));

const dish = { recipe: Type.Optional(orNull(PlannedRecipe)), note: Type.Optional(orNull(MealNote)) };
const seenDish = Type.Optional(
  Type.Object(
    { recipe: Type.Optional(orNull(Id)), note: Type.Optional(orNull(MealNote)) },
    {
      ...strict,
      description: 'The id of the recipe, or the note, that the user saw. If it is another one, the change is refused.',
    },
  ),
);

/** Changes of a week. All are made, or none. */
export const ChangePlan = Type.Object(
  {
    plan: changesOf(
      Type.Object({ id: Id, ...slot, ...dish, servings: Type.Optional(orNull(servings)) }, strict),
      'New meals, each a recipe or a note. The client makes their ids (UUID, for example of version 7).',
    ),
    replace: changesOf(
      Type.Object({ id: Id, ...dish, from: seenDish }, strict),
      'Other recipes or notes for planned meals.',
    ),
    setServings: changesOf(
      Type.Object(
        {
          id: Id,
          servings: orNull(servings),
          from: Type.Optional(orNull(Type.Integer({ description: 'The number that the user saw' }))),
        },
        strict,
      ),
      'How many eat.',
    ),
    move: changesOf(
      Type.Object(
        {
          id: Id,
          ...slot,
          from: Type.Optional(Type.Object(slot, { ...strict, description: 'The slot in which the user saw the meal' })),
        },
        strict,
      ),
      "The new slots of meals. Two meals that are moved to each other's slots are swapped.",
    ),
    remove: changesOf(
      Type.Object({ id: Id, from: seenDish }, strict),
      'Meals to remove. A meal that is gone already is ignored.',
    ),
    slots: Type.Optional(
      Type.Array(
        Type.Object(
          {
            ...slot,
            recipe: recipeInSlot,
            from: Type.Optional(
              Type.Union([Id, Type.Null()], {
                description:
                  'The recipe that the user saw in the slot. If it has another one meanwhile, the change is refused.',
              }),
            ),
          },
          strict,
        ),
        {
          minItems: 1,
          maxItems: days.length * meals.length,
          description: 'The first recipes of slots, without the ids of meals.',
        },
      ),
    ),
  },
  { ...strict, minProperties: 1 },
);
export type ChangePlan = Static<typeof ChangePlan>;

export const PlanPath = Type.Object({ whose: Whose });

export const PlanQuery = Type.Object({
  week: Type.Optional(
    Type.String({
      pattern: '^20\\d\\d-\\d\\d-\\d\\d$',
      description: 'A date in the week, YYYY-MM-DD. Default: today, in UTC.',
    }),
  ),
});
