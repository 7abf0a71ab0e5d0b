import type { RecipeIngredient } from '../core/contracts/recipes.ts';

/** "200 g flour", as recipes write it. */
export const ingredientLine = ({ amount, unit, name }: RecipeIngredient): string =>
  [amount, unit, name].filter((part) => part !== '').join(' ');
