import type { AddIngredients } from '../../../server/core/contracts/grocery-list.ts';
import { groceryLimits } from '../../../server/core/contracts/limits.ts';
import type { MealPlan, PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { days, meals } from '../../../server/core/contracts/week.ts';
import { ApiError, api } from '../../lib/api-client.ts';
import { sendUnderKey } from '../../lib/form-key.ts';

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

type Ingredients = AddIngredients['ingredients'];

/** In as many requests as it takes, each under a key that follows from the one given. */
async function addToList(userId: string, ingredients: Ingredients, key: string): Promise<void> {
  for (let from = 0; from < ingredients.length; from += groceryLimits.perRequest) {
    const body: AddIngredients = { userId, ingredients: ingredients.slice(from, from + groceryLimits.perRequest) };
    await api.send('POST', '/grocery-list', body, { idempotencyKey: `${key}-${from}` });
  }
}

/**
 * Puts on the grocery list what the recipes of a week need, added up; tells which of them are not there any more. The
 * same again after a failure goes out under the same keys, so that what had arrived is not added twice.
 */
export async function buyIngredients(uid: string, week: string, dishes: readonly PlannedRecipe[]) {
  const ids = [...new Set(dishes.map(({ id }) => id))];
  const [{ addUp }, ...found] = await Promise.all([import('./add-up.ts'), ...ids.map(cooked)]);
  const recipes = new Map(ids.map((id, n) => [id, found[n]]));
  const ingredients = addUp(dishes.flatMap(({ id }) => recipes.get(id) ?? []));
  await sendUnderKey(`week.${uid}.${week}`, ingredients, ({ form, key }) => addToList(uid, form, key));
  const missing = new Set(dishes.filter(({ id }) => !recipes.get(id)).map(({ title }) => title));
  return { added: ingredients.length, missing: [...missing] };
}
