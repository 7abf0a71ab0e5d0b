import { followLive } from '../../lib/follow-live.ts';
import { recipePages, refetchRecipe } from './api.ts';

/** Keeps the cached recipes current from the first call on, whether they are on the screen or not. */
export function followRecipes(): void {
  recipePages.follow();
  followWholeRecipes();
}

/** Messages contain only the card of a recipe, so the whole recipe is fetched again. */
const followWholeRecipes = followLive((message) => {
  if (message.kind === 'recipe.revised') refetchRecipe(message.recipe.id);
  else if (message.kind === 'recipe.withdrawn') refetchRecipe(message.recipeId);
  else if (message.kind === 'person.changed') refetchRecipe();
});
