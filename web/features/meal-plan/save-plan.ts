import type { MealPlan } from '../../../server/core/contracts/meal-plan.ts';
import { withSlot } from '../../../server/core/contracts/plan-slots.ts';
import { type ApiResponse, api } from '../../lib/api-client.ts';
import { memoizePerRequest } from './memoize-per-request.ts';
import type { BasePlan, PlanChange } from './plan.ts';

export const planPath = (uid: string, week: string): string => `/meal-plan/${uid}?week=${week}`;

const baseFor = memoizePerRequest<PlanChange, BasePlan>();

/**
 * Saves the whole plan with one slot changed. The server keeps what other devices have changed since the base.
 * @param base the plan in the last response of the server
 */
export async function savePlan(
  uid: string,
  change: PlanChange,
  base: BasePlan | undefined,
): Promise<ApiResponse<MealPlan>> {
  const { plan, etag } = await baseFor(change, () => baseWithoutChange(uid, change, base));
  const options = { idempotencyKey: change.key, ifMatch: etag, sender: uid };
  return api.send<MealPlan>('PUT', planPath(uid, change.week), withSlot(plan, change), options);
}

/** The server compares with the base to find the change. Fetches a new base if this one already includes the change. */
async function baseWithoutChange(
  uid: string,
  { week, day, meal, recipe }: PlanChange,
  base: BasePlan | undefined,
): Promise<BasePlan> {
  if (base && base.plan[day][meal]?.id !== recipe?.id) return base;
  const { data, etag } = await api.get<MealPlan>(planPath(uid, week));
  return { plan: data, etag };
}
