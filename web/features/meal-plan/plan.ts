import type { LiveMessage, PlannedSlot } from '../../../server/core/contracts/live.ts';
import type { MealPlan, PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import { plannedRecipe } from '../../../server/core/contracts/planned-recipe.ts';
import { type Day, days, type Meal, meals } from '../../../server/core/contracts/week.ts';
import { standingOf, type Versioned } from '../../lib/sync/versioned.ts';

/** A plan as the server answered it last. A change is made of it and sent with its ETag, so that it alters nothing else. */
export interface BasePlan {
  readonly plan: MealPlan;
  readonly etag: string | undefined;
}

/** A week of a plan as the server has confirmed it. */
export interface PlannedWeek extends Versioned {
  readonly uid: string;
  readonly week: string;
  readonly plan: MealPlan;
  readonly base: BasePlan;
}

/** A change of one slot by the plan's user. `key` is its idempotency key. */
export type PlanChange = PlannedSlot & { readonly key: string; readonly week: string };

export const slotName = ({ day, meal }: { day: Day; meal: Meal }): string => `${day} ${meal}`;

export const withSlot = (plan: MealPlan, { day, meal, recipe }: PlannedSlot): MealPlan => ({
  ...plan,
  [day]: { ...plan[day], [meal]: recipe },
});

export const withChange = (planned: PlannedWeek, change: PlanChange): PlannedWeek => ({
  ...planned,
  plan: withSlot(planned.plan, change),
});

export const sameRecipe = (a: PlannedRecipe | null, b: PlannedRecipe | null): boolean =>
  a?.id === b?.id && a?.title === b?.title && a?.cuisine === b?.cuisine && a?.imageUrl === b?.imageUrl;

export const slotsOf = (plan: MealPlan): PlannedSlot[] =>
  days.flatMap((day) => meals.map((meal) => ({ day, meal, recipe: plan[day][meal] })));

/** The week with what a message says about it; the same week if that is nothing, 'gap' if messages were missed. */
export function foldPlan(planned: PlannedWeek, message: LiveMessage): PlannedWeek | 'gap' {
  if (message.kind === 'recipe.revised') return withRevised(planned, plannedRecipe(message.recipe));
  if (message.kind !== 'plan.changed' || message.week !== planned.week) return planned;
  const standing = standingOf(planned, message);
  if (standing !== 'next') return standing === 'gap' ? 'gap' : planned;
  return { ...planned, revision: message.revision, plan: message.changed.reduce(withSlot, planned.plan) };
}

/** What a slot shows of a recipe is no part of the plan: it is as it is now, whatever the revision. */
function withRevised(planned: PlannedWeek, revised: PlannedRecipe): PlannedWeek {
  const slots = slotsOf(planned.plan).filter(({ recipe }) => recipe?.id === revised.id && !sameRecipe(recipe, revised));
  if (slots.length === 0) return planned;
  return { ...planned, plan: slots.map((slot) => ({ ...slot, recipe: revised })).reduce(withSlot, planned.plan) };
}
