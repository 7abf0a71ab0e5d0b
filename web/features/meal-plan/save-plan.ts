import type { MealPlan } from '../../../server/core/contracts/meal-plan.ts';
import { type Answer, api } from '../../lib/api-client.ts';
import { asFirstTried } from '../../lib/first-try.ts';
import type { PlanChangeRequest } from './pending.ts';
import { type ReadPlan, sameRecipe, withSlot } from './plan-cache.ts';

export const address = (uid: string, week: string): string => `/meal-plan/${uid}?week=${week}`;

export const asRead = ({ data, etag, position }: Answer<MealPlan>): ReadPlan => ({ plan: data, etag, position });

const planFor = asFirstTried<PlanChangeRequest, ReadPlan>();

/**
 * Saves the whole plan, changed in one slot. What others changed since it was read stays as they left it.
 * @param known the plan as it was answered last
 */
export async function savePlan(
  uid: string,
  request: PlanChangeRequest,
  known: ReadPlan | undefined,
): Promise<ReadPlan> {
  const { plan, etag } = await planFor(request, () => readFor(uid, request, known));
  const options = { idempotencyKey: request.key, ifMatch: etag, sender: uid };
  return asRead(await api.send<MealPlan>('PUT', address(uid, request.week), withSlot(plan, request), options));
}

/** The plan to change: as it is known, or as it is now where that would not show what is to change. */
async function readFor(
  uid: string,
  { week, day, meal, recipe }: PlanChangeRequest,
  known: ReadPlan | undefined,
): Promise<ReadPlan> {
  if (known && !sameRecipe(known.plan[day][meal], recipe)) return known;
  return asRead(await api.get<MealPlan>(address(uid, week)));
}
