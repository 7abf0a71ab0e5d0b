import type { PlannedMeal, PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import { scaleAmount } from '../../../server/core/contracts/scale-amount.ts';
import { type Addition, type ListOfUser, loadListWriter, type NewIngredient } from '../../lib/list-writer.ts';
import { type KeptRecipe, loadRecipe } from './kept-recipes.ts';
import { dateOf } from './weeks.ts';

/** A meal of a plan whose ingredients can be bought. */
export interface ShoppingMeal {
  /** Identifies the meal with its recipe on the list. */
  readonly id: string;
  readonly recipe: PlannedRecipe;
  /** How many eat; null: as many as the recipe is for. */
  readonly servings: number | null;
}

/** Another recipe of the same meal brings ingredients of its own. Notes need none. */
export const shoppingMealOf = ({ id, recipe, servings }: PlannedMeal): ShoppingMeal | undefined =>
  recipe ? { id: `${id}.${recipe.id}`, recipe, servings } : undefined;

/** The meals of a week on a date or later. */
export const mealsFrom = (date: string, week: string, meals: readonly PlannedMeal[]): ShoppingMeal[] =>
  meals
    .filter(({ day }) => dateOf(week, day) >= date)
    .map(shoppingMealOf)
    .filter((meal) => meal !== undefined);

/** The ingredients of a meal, for as many as eat. */
export function ingredientsOf({ id, servings }: ShoppingMeal, recipe: KeptRecipe): NewIngredient[] {
  // Without the number that a recipe is for, its amounts cannot be scaled.
  const portion = servings !== null && recipe.servings !== undefined ? servings / recipe.servings : 1;
  return recipe.ingredients.map(({ name, amount, unit }) => ({
    name,
    amount: (portion === 1 ? undefined : scaleAmount(amount, unit, portion)) ?? amount,
    unit,
    recipeId: recipe.id,
    recipeTitle: recipe.title,
    plannedMeal: { id, portion },
  }));
}

export interface AddedWeek {
  /** Of the ingredients that the meals need. */
  readonly total: number;
  readonly addition: Addition;
  /** Titles of withdrawn recipes. */
  readonly withdrawn: readonly string[];
  /** Titles of recipes that this browser does not know, without a connection. */
  readonly unknown: readonly string[];
}

/**
 * Adds the ingredients of meals to a list. What they have brought before is not added again.
 * @param closed aborted when nobody shows a refusal any more
 * @throws ApiError
 */
export async function addWeekIngredients(
  list: ListOfUser,
  meals: readonly ShoppingMeal[],
  closed?: AbortSignal,
): Promise<AddedWeek> {
  const writer = await loadListWriter();
  const ids = [...new Set(meals.map(({ recipe }) => recipe.id))];
  const recipes = new Map(await Promise.all(ids.map(async (id) => [id, await loadRecipe(list.uid, id)] as const)));
  const titlesOf = (missing: null | undefined) => [
    ...new Set(meals.filter(({ recipe }) => recipes.get(recipe.id) === missing).map(({ recipe }) => recipe.title)),
  ];
  const ingredients = meals.flatMap((meal) => {
    const recipe = recipes.get(meal.recipe.id);
    return recipe ? ingredientsOf(meal, recipe) : [];
  });
  const addition: Addition =
    ingredients.length > 0 ? await writer.add(list, ingredients, closed) : { kind: 'added', count: 0 };
  return { total: ingredients.length, addition, withdrawn: titlesOf(null), unknown: titlesOf(undefined) };
}
