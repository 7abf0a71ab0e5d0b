import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { followLive } from '../../lib/follow-live.ts';
import { updateQueries } from '../../lib/update-queries.ts';
import { recipePages, refetchRecipe, wholeRecipesKey } from './api.ts';
import { withAuthorName } from './fold-card.ts';

/** Keeps the cached recipes current from the first call on, whether they are on the screen or not. */
export function followRecipes(): void {
  recipePages.follow();
  followWholeRecipes();
}

/** A revision's message contains only the card, so the whole recipe is fetched again. */
const followWholeRecipes = followLive((message) => {
  if (message.kind === 'recipe.revised') refetchRecipe(message.recipe.id);
  else if (message.kind === 'recipe.withdrawn') {
    refetchRecipe(message.recipeId);
    updateQueries<Recipe>(wholeRecipesKey, (recipe) => withoutOriginal(recipe, message.recipeId));
  } else if (message.kind === 'person.changed') {
    updateQueries<Recipe>(wholeRecipesKey, (recipe) => withAuthorName(recipe, message));
  }
});

/** The credit stays, without the address. */
function withoutOriginal(recipe: Recipe, withdrawnId: string): Recipe {
  if (recipe.basedOn?.recipeId !== withdrawnId) return recipe;
  const { recipeId: _, ...basedOn } = recipe.basedOn;
  return { ...recipe, basedOn };
}
