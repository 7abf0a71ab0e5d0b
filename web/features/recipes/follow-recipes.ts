import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { onLive } from '../../lib/live.ts';
import { foldIntoRecipes, forgetRecipe, forgetRecipes } from './api.ts';
import { foldRecipes } from './recipe-cache.ts';

let following = false;

/** From the first call on the cached recipes take in what live messages tell, whether they are on the screen or not. */
export function followRecipes(): void {
  if (following) return;
  following = true;
  onLive((message) => {
    foldIntoRecipes((list) => foldRecipes(list, message));
    renew(message);
  });
}

/** A whole recipe is read again: messages bring its card only. */
function renew(message: LiveMessage): void {
  if (message.kind === 'recipe.revised') forgetRecipe(message.recipe.id);
  else if (message.kind === 'recipe.withdrawn') forgetRecipe(message.recipeId);
  else if (message.kind === 'person.changed') forgetRecipes();
}
