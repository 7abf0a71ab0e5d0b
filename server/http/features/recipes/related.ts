import type { Recipe } from '../../../core/contracts/recipes.ts';

export const maxRelated = 8;

/** A search for recipes like this one. Of its words, the first ones count: a search uses only some. */
export const relatedQuery = ({ title, cuisine, ingredients }: Recipe): string =>
  [title, cuisine, ...ingredients.map(({ name }) => name)].join(' ');
