import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { followLive } from '../../lib/follow-live.ts';
import { updateQueries } from '../../lib/update-queries.ts';
import { forgetRecipe, recipePages, refetchRecipe, refetchRestored, wholeRecipesKey } from './api.ts';
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
    if (message.isHidden) forgetRecipe(message.recipeId);
    else refetchRecipe(message.recipeId);
    updateQueries<Recipe>(wholeRecipesKey, (recipe) => withoutOriginal(recipe, message));
  } else if (message.kind === 'content.restored' || message.kind === 'moderation.changed') refetchRestored();
  else if (message.kind === 'person.changed') {
    updateQueries<Recipe>(wholeRecipesKey, (recipe) => withAuthorName(recipe, message));
  }
});

/** The credit stays, without the address; but not that of a recipe that a moderator has hidden. */
function withoutOriginal(recipe: Recipe, { recipeId, isHidden }: { recipeId: string; isHidden?: true }): Recipe {
  if (recipe.basedOn?.recipeId !== recipeId) return recipe;
  const { basedOn, ...others } = recipe;
  if (isHidden) return others;
  const { recipeId: _, ...credit } = basedOn;
  return { ...others, basedOn: credit };
}
