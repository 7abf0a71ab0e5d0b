import { queryOptions } from '@tanstack/react-query';
import type { MealPlan, PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import { mealsAt, type Slot } from '../../../server/core/contracts/plan-meals.ts';
import { toPlannedRecipe } from '../../../server/core/contracts/planned-recipe.ts';
import type { RecipePage } from '../../../server/core/contracts/recipes.ts';
import { days, meals as partsOfDay } from '../../../server/core/contracts/week.ts';
import { ApiError, api } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { addRecentChanges, type RecentChanges } from '../../lib/recent-changes.ts';
import { createStore } from '../../lib/store.ts';
import { syncedDocuments } from '../../lib/sync/synced-documents.ts';
import { conflictOf, describeChange, explainRefusal } from './describe-change.ts';
import {
  applyChange,
  areSameMeals,
  foldPlan,
  type PlanChange,
  type PlannedWeek,
  planPath,
  slotName,
  type WeekId,
} from './plan.ts';
import { fromStoredWeek, toPlanChange } from './stored-plan.ts';

/** Of refusals because another member has changed the same. */
const conflictCodes: ReadonlySet<string> = new Set(['SLOT_CHANGED', 'MEAL_CHANGED_MEANWHILE']);

/** Slots that another device has recently changed, by `slotKey`. */
export const changedByOthers = createStore<RecentChanges>({});
export const slotKey = (week: string, slot: Slot): string => `${week} ${slotName(slot)}`;

const weeksKey = ['meal-plan', 'weeks'];

export const plans = syncedDocuments<PlannedWeek, PlanChange, WeekId>({
  queryKey: weeksKey,
  isKept: true,
  isSentTogether: () => true,
  upcasts: [toPlanChange],
  fromStored: fromStoredWeek,
  fetch: async ([, whose, week], options) => {
    const { data, documentId, revision = '0' } = await api.get<MealPlan>(planPath(whose, week), options);
    return { planId: documentId, week, revision, meals: data.meals };
  },
  fold: foldPlan,
  apply: applyChange,
  send: async ([, whose, week], change, write) => (await write('PATCH', planPath(whose, week), change)).revision,
  describe: describeChange,
  explain: (_, __, error) => explainRefusal(error),
  refused: (id, { plan = [] }, { error }) => {
    if (!(error instanceof ApiError)) return false;
    const isBehind = error.statusCode === 409 || error.isNotFound;
    if (isBehind) queryClient.invalidateQueries({ queryKey: [...weeksKey, ...id] }).catch(reportError);
    // Another member has changed the meal, so that it was not removed: there is nothing to put back.
    return error.code === 'ID_IN_USE' && plan.length === 1;
  },
  conflict: (planned, changes, { code }) => (conflictCodes.has(code) ? conflictOf(planned, changes) : undefined),
  onMessage: (before, { week, meals }) => {
    const slots = days.flatMap((day) => partsOfDay.map((meal) => ({ day, meal })));
    const changed = slots.filter((slot) => !areSameMeals(mealsAt(before.meals, slot), mealsAt(meals, slot)));
    const keys = changed.map((slot) => slotKey(week, slot));
    if (keys.length > 0) changedByOthers.set(addRecentChanges(changedByOthers.get(), keys, Date.now()));
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
