/** Recipes to search, and queries. */
import type { FoundRecipes, RecipeQuery } from '../../projections/search/found-recipes.ts';
import type { Publication, Searchable } from '../../projections/search/recipe-entry.ts';
import { RecipeIndex } from '../../projections/search/recipe-index.ts';

export type Written = Searchable & Publication;

export const recipe = (title: string, other: Partial<Written> = {}): Written => ({
  ...{ title, cuisine: '', description: '', ingredients: [], authorId: 'mia', publishedAt: 0 },
  ...other,
});
export const named = (...names: string[]) => names.map((name) => ({ name }));

export function indexOf(recipes: Readonly<Record<string, Written>>): RecipeIndex {
  const index = new RecipeIndex();
  for (const [id, each] of Object.entries(recipes)) index.put(id, each, each);
  return index;
}

/** A query without conditions. */
export const all: RecipeQuery = {
  ...{ text: '', cuisines: [], authors: [], atHand: [], onlyCookable: false, sort: 'newest', limit: 50 },
};
export const idsOf = ({ recipes }: FoundRecipes) => recipes.map(({ id }) => id);
