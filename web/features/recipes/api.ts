import { mutationOptions, type Query, queryOptions, useMutation } from '@tanstack/react-query';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { ImportedRecipe, RecipeImport } from '../../../server/core/contracts/recipe-import.ts';
import type {
  NewRecipe,
  Recipe,
  RecipeCard,
  RecipeForm,
  RecipePage,
  RecipeRevision,
} from '../../../server/core/contracts/recipes.ts';
import type { Revision } from '../../../server/core/contracts/shared.ts';
import type { VideoDraft } from '../../../server/core/contracts/video-import.ts';
import { ApiError, api } from '../../lib/api-client.ts';
import { onUserChange } from '../../lib/identity/session.ts';
import { onLive } from '../../lib/live.ts';
import { everyone, queryClient } from '../../lib/query-client.ts';
import type { SentForm } from '../../lib/send-idempotently.ts';
import { createStore } from '../../lib/store.ts';
import { fetchWhileBuffering } from '../../lib/sync/fetch-while-buffering.ts';
import { syncedPages } from '../../lib/sync/synced-pages.ts';
import { includes } from '../../lib/sync/versioned.ts';
import { foldCard, withAuthorName, withRevision } from './fold-card.ts';

export const wholeRecipesKey = ['recipes', 'one'];
const recipeKey = (id: string) => [...wholeRecipesKey, id];

/** The home page's list: `recipePages.query(everyone)`. */
export const recipePages = syncedPages<RecipeCard, never, readonly [reader: typeof everyone]>({
  queryKey: ['recipes', 'list'],
  pageSize: 20,
  maxPages: 1,
  fetchPage: async (_, { limit, cursor, signal }) => {
    const query = new URLSearchParams({ limit: String(limit), ...(cursor !== null && { cursor }) });
    const { data } = await api.get<RecipePage>(`/recipes?${query}`, { signal });
    return { ...data, items: data.items.map(withRevision) };
  },
  fetchOne: async ({ id }) => toCard((await api.get<Recipe>(`/recipes/${id}`)).data),
  fold: foldCard,
  addedDocument: (message) =>
    message.kind === 'recipe.published' ? { document: withRevision(message.recipe), isUnseen: true } : undefined,
  // Recipes are changed by forms, without optimistic updates.
  apply: (card) => card,
  send: async () => undefined,
  describe: (_, change) => change,
});

const isHidden = ({ state }: Query): boolean => (state.data as Recipe | undefined)?.hidden !== undefined;

// Only its author and moderators see a hidden recipe, and why: the next user must not.
onUserChange(() => {
  queryClient.resetQueries({ queryKey: wholeRecipesKey, predicate: isHidden }).catch(reportError);
});

export const recipeQuery = (id: string) =>
  queryOptions({
    queryKey: recipeKey(id),
    queryFn: ({ signal }) => fetchRecipe(id, signal),
  });

/** Fetches a recipe as it is after all messages that arrive meanwhile. */
async function fetchRecipe(id: string, signal: AbortSignal): Promise<Recipe> {
  const { response, buffered } = await fetchWhileBuffering(onLive, () => api.get<Recipe>(`/recipes/${id}`, { signal }));
  const recipe = response.data;
  if (buffered.some((message) => isOutdatedBy(recipe, message))) return fetchRecipe(id, signal);
  return buffered.reduce(
    (current, message) => (message.kind === 'person.changed' ? withAuthorName(current, message) : current),
    recipe,
  );
}

const isOutdatedBy = (recipe: Recipe, message: LiveMessage): boolean =>
  message.kind === 'recipe.withdrawn'
    ? message.recipeId === recipe.id
    : message.kind === 'recipe.revised' &&
      message.recipe.id === recipe.id &&
      !includes({ revision: recipe.revision ?? null }, message.recipe.revision ?? null);

/** Refetches a recipe: at once if it is on the screen, otherwise when it is shown. */
export function refetchRecipe(id: string): void {
  queryClient.invalidateQueries({ queryKey: recipeKey(id) }).catch(reportError);
}

/** Drops a recipe that a moderator has hidden, also from the screen. It is fetched again, since its author still reads it. */
export function forgetRecipe(id: string): void {
  queryClient.resetQueries({ queryKey: recipeKey(id) }).catch(reportError);
}

/** A restored recipe belongs among others, and a restored comment on a recipe among its comments. */
export function refetchRestored(): void {
  queryClient.invalidateQueries({ queryKey: ['recipes'] }).catch(reportError);
}

/** Removes a withdrawn recipe from the cache. Call this when the user leaves its screen. */
export const removeWithdrawn = (id: string): void => queryClient.removeQueries({ queryKey: recipeKey(id) });

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['recipes', 'search', text],
    queryFn: async ({ signal }) =>
      (await api.get<RecipePage>(`/recipes/search?${new URLSearchParams({ q: text })}`, { signal })).data.items,
    enabled: text !== '',
    retry: false,
  });

/** Recipes that are like one. They stay what they are while the page is open. */
export const relatedQuery = (id: string) =>
  queryOptions({
    queryKey: ['recipes', 'related', id],
    queryFn: async ({ signal }) => (await api.get<RecipePage>(`/recipes/${id}/related`, { signal })).data.items,
    staleTime: 'static',
    retry: false,
  });

/** Imports a recipe from a video. @param url the address or the id of the video */
export const importVideo = async (url: string, signal: AbortSignal): Promise<VideoDraft> =>
  (await api.send<VideoDraft>('POST', '/recipes/import', { url } satisfies RecipeImport, { signal })).data;

/** Makes a draft of a recipe from a page, a text or a video. */
export const importRecipe = async (source: RecipeImport, signal: AbortSignal): Promise<ImportedRecipe> =>
  (await api.send<ImportedRecipe>('POST', '/recipes/import', source, { signal })).data;

/** A late response does not replace a newer copy: the author may have revised the recipe on another device since. */
const cacheRecipe = (recipe: Recipe): void =>
  void queryClient.setQueryData<Recipe>(recipeKey(recipe.id), (cached) =>
    cached && includes({ revision: cached.revision ?? null }, recipe.revision ?? null) ? cached : recipe,
  );

interface PublishedRecipe extends SentForm<RecipeForm>, Pick<NewRecipe, 'basedOn'> {
  /** If it is recorded: the revision that its author has seen. Default: the first one. */
  revision?: string | undefined;
}

/** @param showRevision called with the latest revision of a recorded recipe if it was revised elsewhere, which refuses this */
export const usePublishRecipe = (showRevision?: (revision: string) => void) =>
  useMutation(recipePublication(showRevision));

export const recipePublication = (showRevision?: (revision: string) => void) =>
  mutationOptions({
    mutationFn: ({ form, key, isRecorded = false, basedOn, revision = '0' }: PublishedRecipe) => {
      if (isRecorded) return api.send<Recipe>('PUT', `/recipes/${key}`, { ...form, revision } satisfies RecipeRevision);
      const body: NewRecipe = { ...form, id: key, ...(basedOn !== undefined && { basedOn }) };
      return api.send<Recipe>('POST', '/recipes', body, { idempotencyKey: key });
    },
    onSuccess: ({ data }, { basedOn }) => {
      cacheRecipe(data);
      // It has an adaptation more.
      if (basedOn !== undefined) refetchRecipe(basedOn);
      recipePages.add(toCard(data), everyone);
    },
    onError: async (error, { key }) => {
      const revision = await latestIfChangedMeanwhile(key, error);
      if (revision) showRevision?.(revision);
    },
  });

/** The latest revision of a recipe, if the author has not seen it. Without a connection, the next attempt is refused again. */
export async function latestIfChangedMeanwhile(id: string, error: unknown): Promise<Revision | undefined> {
  if (!(error instanceof ApiError && error.code === 'RECIPE_CHANGED_MEANWHILE')) return undefined;
  return (await queryClient.fetchQuery({ ...recipeQuery(id), staleTime: 0 }).catch(() => undefined))?.revision;
}

export const useReviseRecipe = (id: string) => useMutation(recipeRevision(id));

export const recipeRevision = (id: string) =>
  mutationOptions({
    mutationFn: ({ form, key }: { form: RecipeRevision; key: string }) =>
      api.send<Recipe>('PUT', `/recipes/${id}`, form, { idempotencyKey: key }),
    onSuccess: ({ data, revision }) => {
      cacheRecipe(data);
      recipePages.waitForRevision([everyone, id], revision).catch(reportError);
    },
  });

/** The ids of recipes that their author is withdrawing: lists leave them out. */
export const withdrawing = createStore<ReadonlySet<string>>(new Set());

function toCard(recipe: Recipe): RecipeCard {
  const { description, servings, difficulty, ingredients, instructions, basedOn, ...others } = recipe;
  const { adaptationCount, likeCount, commentCount, likedByMe, ...card } = others;
  return withRevision(card);
}
