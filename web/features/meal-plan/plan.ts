import type { LiveMessage, PlannedSlot } from '../../../server/core/contracts/live.ts';
import type { MealPlan, PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import { slotsOf, withSlot } from '../../../server/core/contracts/plan-slots.ts';
import { toPlannedRecipe } from '../../../server/core/contracts/planned-recipe.ts';
import type { Day, Meal } from '../../../server/core/contracts/week.ts';
import { classifyPush, type Versioned } from '../../lib/sync/versioned.ts';

/** Identifies a week by the uid of its reader, the id of the plan's owner, and the date of its Monday. */
export type WeekId = readonly [reader: string, whose: string, week: string];

/** A week of a plan as confirmed by the server. */
export interface PlannedWeek extends Versioned {
  /** Undefined in the response of an older server. */
  readonly planId: string | undefined;
  readonly week: string;
  readonly plan: MealPlan;
}

/** A change of one slot. `from`: the id of the recipe that the user saw in the slot. */
export type PlanChange = PlannedSlot & { readonly from: string | null };

export const planPath = (whose: string, week: string): string => `/meal-plan/${whose}?week=${week}`;

export const slotName = ({ day, meal }: { day: Day; meal: Meal }): string => `${day} ${meal}`;

export const applyChange = (planned: PlannedWeek, change: PlanChange): PlannedWeek => ({
  ...planned,
  plan: withSlot(planned.plan, change),
});

export const isSameRecipe = (a: PlannedRecipe | null, b: PlannedRecipe | null): boolean =>
  a?.id === b?.id && a?.title === b?.title && a?.cuisine === b?.cuisine && a?.imageUrl === b?.imageUrl;

/**
 * An older server does not name the plan: it sends a message to the plan's owner only.
 * @returns the week with the message applied, the same week if it changes nothing, or 'gap' if messages were missed
 */
export function foldPlan(planned: PlannedWeek, message: LiveMessage): PlannedWeek | 'gap' {
  if (message.kind === 'recipe.revised') return reviseRecipe(planned, toPlannedRecipe(message.recipe));
  if (message.kind !== 'plan.changed' || message.week !== planned.week) return planned;
  const planId: string | undefined = message.planId;
  if (planId !== undefined && planned.planId !== undefined && planId !== planned.planId) return planned;
  const classification = classifyPush(planned, message);
  if (classification !== 'next') return classification === 'gap' ? 'gap' : planned;
  return { ...planned, revision: message.revision, plan: message.changed.reduce(withSlot, planned.plan) };
}

/** The recipes' content is not part of the plan's stream: a change applies at any revision. */
function reviseRecipe(planned: PlannedWeek, revised: PlannedRecipe): PlannedWeek {
  const slots = slotsOf(planned.plan).filter(
    ({ recipe }) => recipe?.id === revised.id && !isSameRecipe(recipe, revised),
  );
  if (slots.length === 0) return planned;
  return { ...planned, plan: slots.map((slot) => ({ ...slot, recipe: revised })).reduce(withSlot, planned.plan) };
}
