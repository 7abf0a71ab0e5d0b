import type { PlannedRecipe } from './meal-plan.ts';
import type { RecipeCard } from './recipes.ts';

/** The fields of a recipe that a slot shows, with the narrowest of its pictures. */
export function toPlannedRecipe({ id, title, cuisine, cookingTime, imageUrl, pictures }: RecipeCard): PlannedRecipe {
  const picture = pictures?.[0]?.url ?? imageUrl;
  return {
    id,
    title,
    ...(cuisine !== '' && { cuisine }),
    ...(cookingTime !== undefined && { cookingTime }),
    ...(picture !== undefined && { imageUrl: picture }),
  };
}
