import type { AddIngredients } from '../../../server/contracts/grocery-list.ts';
import { groceryLimits } from '../../../server/contracts/limits.ts';
import type { MealPlan, PlannedRecipe } from '../../../server/contracts/meal-plan.ts';
import type { Recipe } from '../../../server/contracts/recipes.ts';
import { days, meals } from '../../../server/contracts/week.ts';
import { ApiError, api } from '../../lib/api-client.ts';

/** The recipes of a week, as often as they are planned. */
export const dishesOf = (plan: MealPlan): PlannedRecipe[] =>
  days.flatMap((day) => meals.flatMap((meal) => plan[day][meal] ?? []));

/** The recipe with its ingredients; undefined when it was withdrawn. */
async function cooked(id: string): Promise<Recipe | undefined> {
  try {
    return (await api.get<Recipe>(`/recipes/${id}`)).data;
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 404) return undefined;
    throw error;
  }
}

/**
 * Puts on the grocery list what these recipes need, added up; tells which of them are not there any more.
 * @param key of this press, so that nothing is added twice
 */
export async function buyIngredients(uid: string, dishes: readonly PlannedRecipe[], key: string) {
  const ids = [...new Set(dishes.map(({ id }) => id))];
  const [{ addUp }, ...found] = await Promise.all([import('./add-up.ts'), ...ids.map(cooked)]);
  const recipes = new Map(ids.map((id, n) => [id, found[n]]));
  const ingredients = addUp(dishes.flatMap(({ id }) => recipes.get(id) ?? []));
  for (let from = 0; from < ingredients.length; from += groceryLimits.perRequest) {
    const body: AddIngredients = { userId: uid, ingredients: ingredients.slice(from, from + groceryLimits.perRequest) };
    await api.send('POST', '/grocery-list', body, { idempotencyKey: `${key}-${from}` });
  }
  const missing = new Set(dishes.filter(({ id }) => !recipes.get(id)).map(({ title }) => title));
  return { added: ingredients.length, missing: [...missing] };
}
