import type { MealPlan } from '../../../server/core/contracts/meal-plan.ts';
import { withSlot } from '../../../server/core/contracts/plan-slots.ts';
import { type ApiResponse, api } from '../../lib/api-client.ts';
import { memoizePerRequest } from './memoize-per-request.ts';
import type { BasePlan, PlanChange, WeekId } from './plan.ts';

export const planPath = (whose: string, week: string): string => `/meal-plan/${whose}?week=${week}`;

const baseFor = memoizePerRequest<PlanChange, BasePlan>();

/**
 * Saves the whole plan with one slot changed. The server keeps what other devices have changed since the base.
 * @param base the plan in the last response of the server
 */
export async function savePlan(
  [sender, whose]: WeekId,
  change: PlanChange,
  base: BasePlan | undefined,
): Promise<ApiResponse<MealPlan>> {
  const { plan, etag } = await baseFor(change, () => baseWithoutChange(whose, change, base));
  const options = { idempotencyKey: change.key, ifMatch: etag, sender };
  return api.send<MealPlan>('PUT', planPath(whose, change.week), withSlot(plan, change), options);
}

/** The server compares with the base to find the change. Fetches a new base if this one already includes the change. */
async function baseWithoutChange(
  whose: string,
  { week, day, meal, recipe }: PlanChange,
  base: BasePlan | undefined,
): Promise<BasePlan> {
  if (base && base.plan[day][meal]?.id !== recipe?.id) return base;
  const { data, etag } = await api.get<MealPlan>(planPath(whose, week));
  return { plan: data, etag };
}
