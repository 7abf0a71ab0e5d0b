import { queryOptions } from '@tanstack/react-query';
import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { ApiError, api } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keepDocuments } from '../../lib/sync/kept-documents.ts';

/** What is needed to shop for a recipe. */
export type Dish = Pick<Recipe, 'id' | 'revision' | 'title' | 'servings' | 'ingredients'>;

const dishesKey = ['meal-plan', 'dishes'] as const;

/** Kept in this browser, so that a week's ingredients can be added without a connection. Null: the recipe was withdrawn. */
export const dishQuery = (uid: string, recipeId: string) =>
  queryOptions({
    queryKey: [...dishesKey, uid, recipeId],
    queryFn: async ({ signal }): Promise<Dish | null> => {
      try {
        const { data } = await api.get<Recipe>(`/recipes/${recipeId}`, { signal });
        const { id, revision, title, servings, ingredients } = data;
        return { id, revision, title, ingredients, ...(servings !== undefined && { servings }) };
      } catch (error) {
        if (error instanceof ApiError && error.statusCode === 404) return null;
        throw error;
      }
    },
    meta: { reader: uid },
  });

keepDocuments(dishesKey);

/** Fetches the recipes of a plan that are not kept yet. */
export function prefetchDishes(uid: string, recipeIds: readonly string[]): void {
  for (const id of new Set(recipeIds)) {
    queryClient.prefetchQuery({ ...dishQuery(uid, id), staleTime: Number.POSITIVE_INFINITY }).catch(reportError);
  }
}

/** The current recipe, or the kept one if the server cannot be reached; undefined if there is none, null if it was withdrawn. */
export async function loadDish(uid: string, recipeId: string): Promise<Dish | null | undefined> {
  const query = dishQuery(uid, recipeId);
  try {
    return await queryClient.fetchQuery({ ...query, staleTime: 0, retry: false });
  } catch (error) {
    if (!(error instanceof ApiError && error.isUndecided)) throw error;
    return queryClient.getQueryData(query.queryKey);
  }
}
