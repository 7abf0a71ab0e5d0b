import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { groceryLimits } from '../../../server/core/contracts/limits.ts';
import { followHouseholds } from '../../lib/households/households.ts';
import type { ListOfUser, ListWriter, NewIngredient } from '../../lib/list-writer.ts';
import { queryClient } from '../../lib/query-client.ts';
import { pendingChanges } from '../../lib/sync/pending-changes.ts';
import { isSendingPaused } from '../../lib/sync/send-changes.ts';
import { lists } from './api.ts';
import { newItem } from './list-changes.ts';

const idOf = ({ uid, whose }: ListOfUser) => [uid, whose] as const;

// What is fetched here counts as current while pushed changes arrive, and is deleted when the user may not see it any more.
lists.follow();
followHouseholds();

export const listWriter: ListWriter = {
  async add(list, ingredients, closed) {
    const items = ingredients.map((ingredient) => toItem(list, ingredient));
    const answered = new AbortController();
    const unshown = closed ? AbortSignal.any([closed, answered.signal]) : answered.signal;
    const saved = Promise.all(
      batchesOf(items).map((batch) => lists.saved(lists.change(idOf(list), { kind: 'add', items: batch }), unshown)),
    );
    // The caller has its answer then, and would not show a later refusal.
    const isSaved = await Promise.race([saved.then(() => true), untilPaused(answered.signal)]).finally(() =>
      answered.abort(),
    );
    if (!isSaved) return { kind: 'waiting' };
    const ids = new Set(items.map(({ id }) => id));
    const now = await queryClient.fetchQuery({ ...lists.query(...idOf(list)), staleTime: 0 }).catch(() => undefined);
    return { kind: 'added', count: now?.items.filter(({ id }) => ids.has(id)).length };
  },
  async itemsOf(list, mealId) {
    const query = lists.query(...idOf(list));
    const seen = isSendingPaused.get() ? queryClient.getQueryData(query.queryKey) : undefined;
    const now = seen ?? (await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined));
    const known = now ?? queryClient.getQueryData(query.queryKey);
    if (!known) return [];
    const { items } = lists.applyPending(known, lists.pendingOf(idOf(list)));
    return items.filter(({ plannedMeal }) => plannedMeal?.id === mealId);
  },
  takeBack: (list, mealId, items) =>
    lists.change(idOf(list), { kind: 'takeBack', mealId, ids: items.map(({ id }) => id) }),
  buyLess(list, mealId, items, needed) {
    const ids = items.map(({ id }) => id);
    const added = needed.map((ingredient) => toItem(list, ingredient));
    const changeKey = lists.change(idOf(list), { kind: 'buyLess', mealId, ids, items: added });
    return { changeKey, addedIds: added.map(({ id }) => id) };
  },
  restore: (list, items) => void lists.change(idOf(list), { kind: 'restore', items }),
};

function toItem({ uid, name: userName }: ListOfUser, { name, amount, unit, ...source }: NewIngredient): GroceryItem {
  return { ...newItem({ name, amount, unit }, { uid, name: userName }, new Date()), ...source };
}

/** A planned meal is not split: its ingredients are compared with what the meal has brought before. */
function batchesOf(items: readonly GroceryItem[]): GroceryItem[][] {
  const batches: GroceryItem[][] = [];
  for (const meal of Map.groupBy(items, ({ plannedMeal }) => plannedMeal?.id).values()) {
    const last = batches.at(-1);
    if (last && last.length + meal.length <= groceryLimits.perRequest) last.push(...meal);
    else
      for (let n = 0; n < meal.length; n += groceryLimits.perRequest)
        batches.push(meal.slice(n, n + groceryLimits.perRequest));
  }
  return batches;
}

/** Resolves to false when changes wait for a network or the server. @param ended aborted when nobody waits for it any more */
function untilPaused(ended: AbortSignal): Promise<false> {
  const { promise, resolve } = Promise.withResolvers<false>();
  const check = () => {
    if (isSendingPaused.get() && pendingChanges.waitingCount() > 0) resolve(false);
  };
  for (const unsubscribe of [isSendingPaused.subscribe(check), pendingChanges.subscribe(check)])
    ended.addEventListener('abort', unsubscribe, { once: true });
  check();
  return promise;
}
