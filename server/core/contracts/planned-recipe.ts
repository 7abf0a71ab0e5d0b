import type { PlannedRecipe } from './meal-plan.ts';
import type { RecipeCard } from './recipes.ts';

/** What a slot shows of a recipe; the narrowest of its pictures comes first. */
export function plannedRecipe({ id, title, cuisine, cookingTime, imageUrl, pictures }: RecipeCard): PlannedRecipe {
  const picture = pictures?.[0]?.url ?? imageUrl;
  return {
    id,
    title,
    ...(cuisine !== '' && { cuisine }),
    ...(cookingTime !== undefined && { cookingTime }),
    ...(picture !== undefined && { imageUrl: picture }),
  };
}
