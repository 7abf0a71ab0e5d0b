import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { currentUid, useSession } from '../../lib/identity/session.ts';
import { queryClient } from '../../lib/query-client.ts';
import { isUnder } from '../../lib/sync/document-keys.ts';
import { forgetDocument, keepDocuments, storedDocuments } from '../../lib/sync/kept-documents.ts';
import { cookedRecipesKey } from './cooked-key.ts';
import { type RecipeState, useRecipe } from './use-recipe.ts';

/** The recipes that the user has cooked are kept in this browser as they were last: a kitchen may have no signal. */
const maxKept = 20;

keepDocuments(cookedRecipesKey);

const keptQuery = (uid: string, id: string) =>
  queryOptions<Recipe>({ queryKey: [...cookedRecipesKey, uid, id], queryFn: skipToken, meta: { reader: uid } });

/** The recipe or, while the server cannot be reached, the kept one. */
export function useRecipeOrKept(id: string): RecipeState {
  const session = useSession();
  const state = useRecipe(id);
  const { data: kept } = useQuery(keptQuery(session.status === 'signedIn' ? session.user.uid : '', id));
  const isKept = kept && (state.status === 'loading' || state.status === 'unavailable');
  return isKept ? { status: 'shown', recipe: kept, isWithdrawn: false } : state;
}

/** Keeps a recipe in this browser, and forgets those that were cooked long ago. A visitor's is not kept. */
export async function keepRecipe(recipe: Recipe): Promise<void> {
  const uid = currentUid();
  if (uid === null) return;
  const { queryKey } = keptQuery(uid, recipe.id);
  if (queryClient.getQueryData(queryKey) === recipe) return; // The kept one itself is no newer than before.
  queryClient.setQueryData(queryKey, recipe);
  const stored = (await storedDocuments()).filter(({ key }) => isUnder(cookedRecipesKey, key));
  const newestFirst = stored.toSorted((a, b) => b.seenAt - a.seenAt).filter(({ key }) => key.at(-1) !== recipe.id);
  for (const { key } of newestFirst.slice(maxKept - 1)) await forget(key);
}

/** Forgets a recipe that is not there any more. */
export async function forgetKeptRecipe(id: string): Promise<void> {
  const uid = currentUid();
  if (uid !== null) await forget([...cookedRecipesKey, uid, id]);
}

async function forget(key: readonly string[]): Promise<void> {
  queryClient.removeQueries({ queryKey: key, exact: true });
  await forgetDocument(key);
}
