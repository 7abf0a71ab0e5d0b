import type { MealPlan } from '../../../server/core/contracts/meal-plan.ts';
import { type Answer, api } from '../../lib/api-client.ts';
import { asFirstTried } from '../../lib/first-try.ts';
import { type BasePlan, type PlanChange, withSlot } from './plan.ts';

export const address = (uid: string, week: string): string => `/meal-plan/${uid}?week=${week}`;

const baseFor = asFirstTried<PlanChange, BasePlan>();

/**
 * Saves the whole plan, changed in one slot. What others have changed since the base stays as they left it.
 * @param base the plan as it was answered last
 */
export async function savePlan(uid: string, change: PlanChange, base: BasePlan | undefined): Promise<Answer<MealPlan>> {
  const { plan, etag } = await baseFor(change, () => baseThatDiffers(uid, change, base));
  const options = { idempotencyKey: change.key, ifMatch: etag, sender: uid };
  return api.send<MealPlan>('PUT', address(uid, change.week), withSlot(plan, change), options);
}

/** The server finds the change by comparing with the base: one that shows it already is fetched anew. */
async function baseThatDiffers(
  uid: string,
  { week, day, meal, recipe }: PlanChange,
  base: BasePlan | undefined,
): Promise<BasePlan> {
  if (base && base.plan[day][meal]?.id !== recipe?.id) return base;
  const { data, etag } = await api.get<MealPlan>(address(uid, week));
  return { plan: data, etag };
}
