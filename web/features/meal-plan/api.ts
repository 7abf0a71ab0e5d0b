import { queryOptions, useMutation } from '@tanstack/react-query';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { MealPlan, PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import type { RecipeCard, RecipePage } from '../../../server/core/contracts/recipes.ts';
import { useNotice } from '../../components/notice.tsx';
import { useUndo } from '../../components/undo-bar.tsx';
import { ApiError, api } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { foldInto } from '../../lib/fold-live.ts';
import { onLive } from '../../lib/live.ts';
import { usePendingRequests } from '../../lib/pending-changes.ts';
import { queryClient } from '../../lib/query-client.ts';
import { untilReached } from '../../lib/server-reach.ts';
import { fetchWhileBuffering } from '../../lib/sync/fetch-while-buffering.ts';
import type { PlanChangeRequest } from './pending.ts';
import { type CachedPlan, foldChange, foldRevised, foldSaved, fromAnswer } from './plan-cache.ts';
import { address, asRead, savePlan } from './save-plan.ts';

const allWeeks = (uid: string) => ['meal-plan', 'weeks', uid] as const;
export const planKey = (uid: string, week: string) => [...allWeeks(uid), week] as const;

export const planQuery = (uid: string, week: string) => {
  const queryKey = planKey(uid, week);
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<CachedPlan> => {
      const { answer, buffered } = await fetchWhileBuffering(onLive, () =>
        api.get<MealPlan>(address(uid, week), { signal }),
      );
      const fold = (plan: CachedPlan, message: LiveMessage): CachedPlan => {
        if (message.kind === 'recipe.revised') return foldRevised(plan, plannable(message.recipe));
        return message.kind === 'plan.changed' && message.week === week ? foldChange(plan, message) : plan;
      };
      // What live messages told meanwhile is in the cache by now, if there was anything in it.
      return buffered.reduce(fold, fromAnswer(asRead(answer), client.getQueryData<CachedPlan>(queryKey)));
    },
    structuralSharing: false,
  });
};

export const reviseRecipe = (uid: string, recipe: RecipeCard): void =>
  foldInto<CachedPlan>(allWeeks(uid), (cached) => foldRevised(cached, plannable(recipe)));

const allChanges = ['meal-plan', 'change'] as const;
const changesOf = (uid: string) => [...allChanges, uid] as const;

const known = (uid: string, { week }: PlanChangeRequest) =>
  queryClient.getQueryData<CachedPlan>(planKey(uid, week))?.read;

/** Changes of the plan, one after the other. Without a network or a server that answers they wait for it. */
export function usePlanChange(uid: string) {
  const notify = useNotice();
  const undo = useUndo();
  return useMutation({
    mutationKey: changesOf(uid),
    scope: { id: `meal plan ${uid}` },
    ...untilReached((request: PlanChangeRequest) => savePlan(uid, request, known(uid, request))),
    onSuccess: (read, request) =>
      foldInto<CachedPlan>(planKey(uid, request.week), (cached) => foldSaved(cached, read, request)),
    onError: async (error, { key, week, recipe }) => {
      if (recipe === null) undo.hide(key); // It was not taken away.
      notify.error(failureText(error, 'Failed to update meal plan'));
      if (error instanceof ApiError && error.statusCode === 409) {
        await queryClient.invalidateQueries({ queryKey: planKey(uid, week) });
      }
    },
  });
}

export const usePendingChanges = (uid: string) => usePendingRequests<PlanChangeRequest>(changesOf(uid));

/** Under these keys there is nothing else; the mutation cache only does not know it. */
const isPlanChangeRequest = (variables: unknown): variables is PlanChangeRequest =>
  typeof variables === 'object' && variables !== null && 'meal' in variables;

/** The changes on their way as of now, for the one who judges what is news. */
export const pendingChanges = (): PlanChangeRequest[] =>
  queryClient
    .getMutationCache()
    .findAll({ mutationKey: allChanges, status: 'pending' })
    .map((mutation) => mutation.state.variables)
    .filter(isPlanChangeRequest);

/** @param query not blank */
export const recipeSearch = (query: string) =>
  queryOptions({
    queryKey: ['meal-plan', 'recipes', query],
    queryFn: async ({ signal }): Promise<PlannedRecipe[]> => {
      const path = `/recipes/search?q=${encodeURIComponent(query)}`;
      const { data } = await api.get<RecipePage>(path, { signal });
      return data.items.map(plannable);
    },
  });

/** What a slot shows of a recipe; the narrowest of its pictures comes first. */
function plannable({ id, title, cuisine, cookingTime, imageUrl, pictures }: RecipeCard): PlannedRecipe {
  const picture = pictures?.[0]?.url ?? imageUrl;
  return {
    id,
    title,
    ...(cuisine !== undefined && { cuisine }),
    ...(cookingTime !== undefined && { cookingTime }),
    ...(picture !== undefined && { imageUrl: picture }),
  };
}
