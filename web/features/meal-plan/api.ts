import { queryOptions } from '@tanstack/react-query';
import type { ChangeSlots, MealPlan, PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import { slotsOf } from '../../../server/core/contracts/plan-slots.ts';
import { toPlannedRecipe } from '../../../server/core/contracts/planned-recipe.ts';
import type { RecipePage } from '../../../server/core/contracts/recipes.ts';
import { ApiError, api } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { addRecentChanges, type RecentChanges } from '../../lib/recent-changes.ts';
import { createStore } from '../../lib/store.ts';
import { syncedDocuments } from '../../lib/sync/synced-documents.ts';
import { undoOffers } from '../../lib/undo-offers.ts';
import { conflictOf, describeChange, explainRefusal } from './describe-change.ts';
import {
  applyChange,
  foldPlan,
  isSameRecipe,
  type PlanChange,
  type PlannedWeek,
  planPath,
  slotName,
  type WeekId,
} from './plan.ts';

/** Slots that another device has recently changed, by `slotKey`. */
export const changedByOthers = createStore<RecentChanges>({});
export const slotKey = (week: string, slot: Parameters<typeof slotName>[0]): string => `${week} ${slotName(slot)}`;

export const weeksKey = ['meal-plan', 'weeks'];

export const plans = syncedDocuments<PlannedWeek, PlanChange, WeekId>({
  queryKey: weeksKey,
  isKept: true,
  isSentTogether: () => true,
  fetch: async ([, whose, week], options) => {
    const { data, documentId, revision = '0' } = await api.get<MealPlan>(planPath(whose, week), options);
    return { planId: documentId, week, revision, plan: data };
  },
  fold: foldPlan,
  apply: applyChange,
  send: async ([sender, whose, week], change, idempotencyKey) => {
    const body: ChangeSlots = { slots: [change] };
    const { revision } = await api.send('PATCH', planPath(whose, week), body, { idempotencyKey, sender });
    return revision;
  },
  describe: ([, whose], change, planned) => describeChange(whose, change, planned),
  explain: (_, __, error) => explainRefusal(error),
  refused: (id, { recipe }, { error, key }) => {
    if (recipe === null) undoOffers.hide(key); // Nothing was removed.
    const isConflict = error instanceof ApiError && error.statusCode === 409;
    if (isConflict) queryClient.invalidateQueries({ queryKey: [...weeksKey, ...id] }).catch(reportError);
    return false;
  },
  conflict: (planned, changes, { code }) => (code === 'SLOT_CHANGED' ? conflictOf(planned, changes) : undefined),
  onMessage: (before, { week, plan }) => {
    const changed = slotsOf(plan).filter(({ day, meal, recipe }) => !isSameRecipe(before.plan[day][meal], recipe));
    const slots = changed.map((slot) => slotKey(week, slot));
    if (slots.length > 0) changedByOthers.set(addRecentChanges(changedByOthers.get(), slots, Date.now()));
  },
});

/** @param query not blank */
export const searchQuery = (query: string) =>
  queryOptions({
    queryKey: ['meal-plan', 'recipes', query],
    queryFn: async ({ signal }): Promise<PlannedRecipe[]> => {
      const path = `/recipes/search?q=${encodeURIComponent(query)}`;
      const { data } = await api.get<RecipePage>(path, { signal });
      return data.items.map(toPlannedRecipe);
    },
  });
