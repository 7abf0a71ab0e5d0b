import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Recipe, RecipeCard, RecipeForm, RecipePage } from '../../../server/core/contracts/recipes.ts';
import type { VideoDraft, VideoImport } from '../../../server/core/contracts/video-import.ts';
import { type Answer, ApiError, api } from '../../lib/api-client.ts';
import { foldInto } from '../../lib/fold-live.ts';
import { onLive } from '../../lib/live.ts';
import { withNextPage, withOwn, without, withWaitingShown } from '../../lib/live-list.ts';
import { queryClient } from '../../lib/query-client.ts';
import { fetchWhileBuffering } from '../../lib/sync/fetch-while-buffering.ts';
import { foldRecipes, freshRecipe, type RecipeList, readFromTop, withRevised } from './recipe-cache.ts';

const pageSize = 20;
/** The most that the API gives at once. */
const largestPage = 50;

const listKey = ['recipes', 'list'] as const;
const recipeKey = (id: string) => ['recipes', 'one', id] as const;

function readPage(limit: number, cursor: string | null, signal?: AbortSignal) {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor !== null && { cursor }) });
  return api.get<RecipePage>(`/recipes?${query}`, { signal });
}

const readingOf = ({ data: { items, nextCursor }, position }: Answer<RecipePage>) => ({
  entries: items.map((recipe) => freshRecipe(recipe, position)),
  nextCursor,
  position,
});

/** What is on the screen is read again as far as one page goes; below, reading on brings it. */
export const recipesQuery = queryOptions({
  queryKey: listKey,
  queryFn: async ({ client, signal }): Promise<RecipeList> => {
    const wanted = client.getQueryData<RecipeList>(listKey)?.shown.length ?? 0;
    const limit = Math.min(Math.max(wanted, pageSize), largestPage);
    const { answer, buffered } = await fetchWhileBuffering(onLive, () => readPage(limit, null, signal));
    return buffered.reduce(foldRecipes, readFromTop(readingOf(answer), client.getQueryData(listKey)));
  },
  structuralSharing: false,
});

export const foldIntoRecipes = (fold: (list: RecipeList) => RecipeList): void => foldInto<RecipeList>(listKey, fold);

export const showWaitingRecipes = (): void => foldIntoRecipes(withWaitingShown);

export function useNextPage() {
  return useMutation({
    mutationFn: (cursor: string) => fetchWhileBuffering(onLive, () => readPage(pageSize, cursor)),
    retry: 1,
    onSuccess: ({ answer, buffered }, cursor) =>
      foldIntoRecipes((list) => buffered.reduce(foldRecipes, withNextPage(list, readingOf(answer), cursor))),
  });
}

export const recipeQuery = (id: string) =>
  queryOptions({
    queryKey: recipeKey(id),
    queryFn: async ({ signal }) => (await api.get<Recipe>(`/recipes/${id}`, { signal })).data,
  });

/** What is shown of a recipe is not what it is any more. */
export function forgetRecipe(id: string): void {
  queryClient.invalidateQueries({ queryKey: recipeKey(id) }).catch(reportError);
}

/** It was shown for as long as it was read. */
export const forgetWithdrawn = (id: string): void => queryClient.removeQueries({ queryKey: recipeKey(id) });

/** A name on any recipe has changed. */
export function forgetRecipes(): void {
  queryClient.invalidateQueries({ queryKey: ['recipes', 'one'] }).catch(reportError);
}

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['recipes', 'search', text],
    queryFn: async ({ signal }) =>
      (await api.get<RecipePage>(`/recipes/search?${new URLSearchParams({ q: text })}`, { signal })).data.items,
    enabled: text !== '',
    retry: false,
  });

/** What the video at this address, or of this id, tells of a recipe. */
export const importVideo = async (url: string, signal: AbortSignal): Promise<VideoDraft> =>
  (await api.send<VideoDraft>('POST', '/recipes/import', { url } satisfies VideoImport, { signal })).data;

interface Sent {
  form: RecipeForm;
  key: string;
}

export function usePublishRecipe() {
  return useMutation({
    mutationFn: ({ form, key }: Sent) => api.send<Recipe>('POST', '/recipes', form, { idempotencyKey: key }),
    onSuccess: ({ data, position }) => {
      queryClient.setQueryData(recipeKey(data.id), data);
      foldIntoRecipes((list) => withOwn(list, freshRecipe(cardOf(data), position)));
    },
  });
}

export function useReviseRecipe(id: string) {
  return useMutation({
    mutationFn: ({ form, key }: Sent) => api.send<Recipe>('PUT', `/recipes/${id}`, form, { idempotencyKey: key }),
    onSuccess: ({ data, position }) => {
      queryClient.setQueryData(recipeKey(id), data);
      foldIntoRecipes((list) => withRevised(list, cardOf(data), position));
    },
  });
}

/** One that is gone already is gone. */
export function useWithdrawRecipe(id: string) {
  return useMutation({
    mutationFn: async () => {
      try {
        return (await api.send('DELETE', `/recipes/${id}`)).position;
      } catch (error) {
        if (error instanceof ApiError && error.statusCode === 404) return '0';
        throw error;
      }
    },
    onSuccess: (position) => foldIntoRecipes((list) => without(list, id, position)),
  });
}

/** The part of a recipe that a card shows. */
function cardOf(recipe: Recipe): RecipeCard {
  const { description, servings, difficulty, ingredients, instructions, ...card } = recipe;
  return card;
}
