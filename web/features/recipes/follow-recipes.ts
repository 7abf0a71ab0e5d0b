import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { onLive } from '../../lib/live.ts';
import { recipePages, refetchRecipe } from './api.ts';

let isFollowing = false;

/** Keeps the cached recipes current from the first call on, whether they are on the screen or not. */
export function followRecipes(): void {
  if (isFollowing) return;
  isFollowing = true;
  recipePages.follow();
  onLive(refetchChanged);
}

/** Messages contain only the card of a recipe, so the whole recipe is fetched again. */
function refetchChanged(message: LiveMessage): void {
  if (message.kind === 'recipe.revised') refetchRecipe(message.recipe.id);
  else if (message.kind === 'recipe.withdrawn') refetchRecipe(message.recipeId);
  else if (message.kind === 'person.changed') refetchRecipe();
}
