import { queryOptions } from '@tanstack/react-query';
import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { ApiError, api } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keepDocuments } from '../../lib/sync/kept-documents.ts';

/** What is needed to shop for a recipe. */
export type KeptRecipe = Pick<Recipe, 'id' | 'revision' | 'title' | 'servings' | 'ingredients'>;

/** Earlier releases have stored recipes under it. */
const recipesKey = ['meal-plan', 'dishes'] as const;

/** Kept in this browser, so that a week's ingredients can be added without a connection. Null: the recipe was withdrawn. */
export const keptRecipeQuery = (uid: string, recipeId: string) =>
  queryOptions({
    queryKey: [...recipesKey, uid, recipeId],
    queryFn: async ({ signal }): Promise<KeptRecipe | null> => {
      try {
        const { data } = await api.get<Recipe>(`/recipes/${recipeId}`, { signal });
        const { id, revision, title, servings, ingredients } = data;
        return { id, revision, title, ingredients, ...(servings !== undefined && { servings }) };
      } catch (error) {
        if (error instanceof ApiError && error.isNotFound) return null;
        throw error;
      }
    },
    meta: { reader: uid },
  });

keepDocuments(recipesKey);

/** Fetches the recipes of a plan that are not kept yet. */
export function prefetchRecipes(uid: string, recipeIds: readonly string[]): void {
  for (const id of new Set(recipeIds)) {
    queryClient.prefetchQuery({ ...keptRecipeQuery(uid, id), staleTime: Number.POSITIVE_INFINITY }).catch(reportError);
  }
}

/** The current recipe, or the kept one if the server cannot be reached; undefined if there is none, null if it was withdrawn. */
export async function loadRecipe(uid: string, recipeId: string): Promise<KeptRecipe | null | undefined> {
  const query = keptRecipeQuery(uid, recipeId);
  try {
    return await queryClient.fetchQuery({ ...query, staleTime: 0, retry: false });
  } catch (error) {
    if (!(error instanceof ApiError && error.isUndecided)) throw error;
    return queryClient.getQueryData(query.queryKey);
  }
}
