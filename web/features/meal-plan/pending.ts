import type { PlannedSlot } from '../../../server/core/contracts/live.ts';
import type { MealPlan } from '../../../server/core/contracts/meal-plan.ts';
import { withSlot } from './plan-cache.ts';

/** A change on its way to the server. `key` is sent as the idempotency key, so that a retry changes nothing twice. */
export type PlanChangeRequest = PlannedSlot & { key: string; week: string };

/** The week with the changes on their way laid over it. */
export const withPending = (plan: MealPlan, week: string, requests: readonly PlanChangeRequest[]): MealPlan =>
  requests.filter((request) => request.week === week).reduce(withSlot, plan);
