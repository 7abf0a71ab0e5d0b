import type { Happened } from '../happened.ts';
import { Refusal } from '../refusal.ts';
import { line } from '../text.ts';
import { type Day, type Meal, type MealPlanEvent, mealPlanCategory, type PlannedRecipe } from './events.ts';
import { mealPlanEvents } from './upcast.ts';

export interface WantedSlot {
  readonly day: Day;
  readonly meal: Meal;
  readonly recipe: PlannedRecipe | null;
}

/** A week at the state that a writer has seen. Revision n is that after n changes of the week. */
export interface PlanVersion {
  readonly week: string;
  readonly revision: number;
}

/** The whole week as its writer wants it. Only where he differs from what he has seen, the plan becomes as he says. */
export type MealPlanCommand = {
  readonly type: 'SavePlan';
  readonly week: string;
  readonly slots: readonly WantedSlot[];
  /** Without it, the plan as it is. */
  readonly seen?: PlanVersion | undefined;
};

/** Changes of a week that somebody who saves may not have seen yet. */
const rememberedChanges = 1_000;

/** What decisions need of a week. `evolve` owns the state that it is given and changes it in place. */
interface PlannedWeek {
  readonly planned: Map<string, PlannedRecipe>;
  /** What was in a slot before each of the last changes, newest last. */
  readonly replaced: { readonly slot: string; readonly before: PlannedRecipe | undefined }[];
  revision: number;
}

/** Weeks by the dates of their Mondays. */
export type MealPlanState = Map<string, PlannedWeek>;

const empty = (): PlannedWeek => ({ planned: new Map(), replaced: [], revision: 0 });

const slotOf = ({ day, meal }: { day: Day; meal: Meal }): string => `${day} ${meal}`;

/** What is planned in a slot of a week. */
export const plannedIn = (state: MealPlanState, week: string, day: Day, meal: Meal): PlannedRecipe | null =>
  state.get(week)?.planned.get(slotOf({ day, meal })) ?? null;

export const revisionOf = (state: MealPlanState, week: string): number => state.get(week)?.revision ?? 0;

/** The week as a writer has seen it: what has changed since is taken back. */
function asSeen(now: PlannedWeek, week: string, seen: PlanVersion): ReadonlyMap<string, PlannedRecipe> {
  const unseen = now.revision - seen.revision;
  if (seen.week !== week || unseen < 0 || unseen > now.replaced.length) {
    throw new Refusal('conflict', 'VERSION_UNKNOWN', 'The plan has no such version any more; please read it again');
  }
  const planned = new Map(now.planned);
  for (const { slot, before } of now.replaced.slice(now.replaced.length - unseen).reverse()) {
    if (before) planned.set(slot, before);
    else planned.delete(slot);
  }
  return planned;
}

/** A recipe is the one of its id: how it reads is its author's to change, and no change of the plan. */
const isSame = (a: PlannedRecipe | null, b: PlannedRecipe | null): boolean => a?.id === b?.id;

const named = ({ id, title }: PlannedRecipe) => ({ id, title });

function titled({ day, meal }: WantedSlot, recipe: PlannedRecipe): PlannedRecipe {
  const title = line(recipe.title);
  if (title === '') {
    throw new Refusal('invalid', 'TITLE_REQUIRED', 'A planned recipe needs a title', `${day}/${meal}/title`);
  }
  return { ...recipe, title, ...(recipe.cuisine !== undefined && { cuisine: line(recipe.cuisine) }) };
}

function decide({ week, slots, seen }: MealPlanCommand, state: MealPlanState): MealPlanEvent[] {
  const now = state.get(week) ?? empty();
  const known = seen ? asSeen(now, week, seen) : now.planned;
  return slots.flatMap((wantedSlot): MealPlanEvent[] => {
    const { day, meal, recipe } = wantedSlot;
    const slot = slotOf({ day, meal });
    const wanted = recipe && titled(wantedSlot, recipe);
    const planned = now.planned.get(slot) ?? null;
    if (isSame(wanted, known.get(slot) ?? null) || isSame(wanted, planned)) return [];
    if (wanted) return [{ type: 'MealPlanned', data: { week, day, meal, recipe: wanted } }];
    return planned ? [{ type: 'MealUnplanned', data: { week, day, meal, recipe: named(planned) } }] : [];
  });
}

function evolve(state: MealPlanState, event: Happened<MealPlanEvent>): MealPlanState {
  const week = state.get(event.data.week) ?? empty();
  state.set(event.data.week, week);
  const slot = slotOf(event.data);
  week.replaced.push({ slot, before: week.planned.get(slot) });
  if (week.replaced.length > rememberedChanges) week.replaced.shift();
  week.revision++;
  if (event.type === 'MealPlanned') week.planned.set(slot, event.data.recipe);
  else week.planned.delete(slot);
  return state;
}

export const mealPlan = {
  category: mealPlanCategory,
  events: mealPlanEvents,
  initial: (): MealPlanState => new Map(),
  decide,
  evolve,
  weight: (state: MealPlanState): number =>
    [...state.values()].reduce((weight, { planned, replaced }) => weight + planned.size + replaced.length, 0),
};
