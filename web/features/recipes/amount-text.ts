import type { RecipeIngredient } from '../../../server/core/contracts/recipes.ts';

/** "200 g", "3", or an empty string. */
export const amountText = ({ amount, unit }: Pick<RecipeIngredient, 'amount' | 'unit'>): string =>
  `${amount} ${unit}`.trim();
