import type { AddIngredients } from '../../../server/core/contracts/grocery-list.ts';
import { groceryLimits } from '../../../server/core/contracts/limits.ts';
import type { MealPlan, PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import { slotsOf } from '../../../server/core/contracts/plan-slots.ts';
import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { ApiError, api } from '../../lib/api-client.ts';
import { sendIdempotently } from '../../lib/send-idempotently.ts';
import { dateOf } from './weeks.ts';

/** The recipes of a week that are planned for a date or later. A recipe that is planned twice occurs twice. */
export const dishesFrom = (date: string, week: string, plan: MealPlan): PlannedRecipe[] =>
  slotsOf(plan)
    .filter(({ day }) => dateOf(week, day) >= date)
    .flatMap(({ recipe }) => recipe ?? []);

/** Resolves to undefined if the recipe was withdrawn. */
async function fetchRecipe(id: string): Promise<Recipe | undefined> {
  try {
    return (await api.get<Recipe>(`/recipes/${id}`)).data;
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 404) return undefined;
    throw error;
  }
}

type Ingredients = AddIngredients['ingredients'];

/** Sends one request per batch, each with an idempotency key derived from `key`. */
async function addToList(whose: string, ingredients: Ingredients, key: string): Promise<void> {
  for (let from = 0; from < ingredients.length; from += groceryLimits.perRequest) {
    const body: AddIngredients = {
      userId: whose,
      ingredients: ingredients.slice(from, from + groceryLimits.perRequest),
    };
    await api.send('POST', '/grocery-list', body, { idempotencyKey: `${key}-${from}` });
  }
}

/**
 * Adds the summed ingredients of a week's recipes to the grocery list. Resolves to their number and the titles of
 * withdrawn recipes. A retry uses the same idempotency keys, so that no batch is added twice.
 */
export async function addWeekIngredients(whose: string, week: string, dishes: readonly PlannedRecipe[]) {
  const ids = [...new Set(dishes.map(({ id }) => id))];
  const [{ sumIngredients }, ...found] = await Promise.all([import('./sum-ingredients.ts'), ...ids.map(fetchRecipe)]);
  const recipes = new Map(ids.map((id, index) => [id, found[index]]));
  const ingredients = sumIngredients(dishes.flatMap(({ id }) => recipes.get(id) ?? []));
  await sendIdempotently(`week.${whose}.${week}`, ingredients, ({ form, key }) => addToList(whose, form, key));
  const missing = new Set(dishes.filter(({ id }) => !recipes.get(id)).map(({ title }) => title));
  return { added: ingredients.length, missing: [...missing] };
}
