import { Refusal } from '../refusal.ts';

export const recipeReactionRefusals = {
  recipeNotFound: () => new Refusal('not-found', 'RECIPE_NOT_FOUND', 'Recipe not found'),
};
