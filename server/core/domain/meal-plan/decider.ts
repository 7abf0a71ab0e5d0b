import type { EventWithMetadata } from '../event-with-metadata.ts';
import { line } from '../text.ts';
import { type Day, type Meal, type MealPlanEvent, mealPlanCategory, type PlannedRecipe, type Slot } from './events.ts';
import { mealPlanRefusals } from './refusals.ts';
import { mealPlanEvents } from './upcast.ts';

export interface SlotEdit {
  readonly day: Day;
  readonly meal: Meal;
  readonly recipe: PlannedRecipe | null;
}

/** The version of a week that an editor has seen. Revision n is the state after n changes of the week. */
export interface PlanVersion {
  readonly week: string;
  readonly revision: number;
}

export type MealPlanCommand =
  /** The whole week as the editor wants it. Changes only the slots in which `slots` differs from the version in `seen`. */
  | {
      readonly type: 'SavePlan';
      readonly week: string;
      readonly slots: readonly SlotEdit[];
      /** Default: the current version. */
      readonly seen?: PlanVersion | undefined;
    }
  /** Changes all slots or, if one of them was changed to something else meanwhile, none. */
  | {
      readonly type: 'ChangeSlots';
      readonly week: string;
      /** `from`: the id of the recipe that the editor saw in the slot. Default: the current one. */
      readonly slots: readonly (SlotEdit & { readonly from?: string | null | undefined })[];
    };

/** How many changes of a week an editor's version may be behind. */
const maxReplaced = 1_000;

/** The state of a week that decisions need. `evolve` owns the given state and mutates it. */
interface PlannedWeek {
  readonly planned: Map<string, PlannedRecipe>;
  /** The recipe that each of the last changes replaced, newest last. */
  readonly replaced: { readonly slot: string; readonly before: PlannedRecipe | undefined }[];
  revision: number;
}

/** Weeks by the dates of their Mondays. */
export type MealPlanState = Map<string, PlannedWeek>;

const empty = (): PlannedWeek => ({ planned: new Map(), replaced: [], revision: 0 });

const slotOf = ({ day, meal }: { day: Day; meal: Meal }): string => `${day} ${meal}`;

/** The recipe in a slot of a week. */
export const plannedIn = (state: MealPlanState, week: string, day: Day, meal: Meal): PlannedRecipe | null =>
  state.get(week)?.planned.get(slotOf({ day, meal })) ?? null;

export const revisionOf = (state: MealPlanState, week: string): number => state.get(week)?.revision ?? 0;

/** The week as an editor has seen it: undoes the changes since. */
function asSeen(now: PlannedWeek, week: string, seen: PlanVersion): ReadonlyMap<string, PlannedRecipe> {
  const unseen = now.revision - seen.revision;
  if (seen.week !== week || unseen < 0 || unseen > now.replaced.length) throw mealPlanRefusals.versionUnknown();
  const planned = new Map(now.planned);
  for (const { slot, before } of now.replaced.slice(now.replaced.length - unseen).reverse()) {
    if (before) planned.set(slot, before);
    else planned.delete(slot);
  }
  return planned;
}

/** Recipes are compared by id: a change of the recipe itself is not a change of the plan. */
const isSame = (a: PlannedRecipe | null, b: PlannedRecipe | null): boolean => a?.id === b?.id;

const idAndTitle = ({ id, title }: PlannedRecipe) => ({ id, title });

/** @param field the path of the recipe in the request */
function normalized(recipe: PlannedRecipe, field: string): PlannedRecipe {
  const title = line(recipe.title);
  if (title === '') throw mealPlanRefusals.titleRequired(`${field}/title`);
  return { ...recipe, title, ...(recipe.cuisine !== undefined && { cuisine: line(recipe.cuisine) }) };
}

function changeSlot(planned: PlannedRecipe | null, slot: Slot, wanted: PlannedRecipe | null): MealPlanEvent[] {
  if (isSame(wanted, planned)) return [];
  if (wanted) return [{ type: 'MealPlanned', data: { ...slot, recipe: wanted } }];
  return planned ? [{ type: 'MealUnplanned', data: { ...slot, recipe: idAndTitle(planned) } }] : [];
}

function savePlan({ week, slots, seen }: Extract<MealPlanCommand, { type: 'SavePlan' }>, now: PlannedWeek) {
  const base = seen ? asSeen(now, week, seen) : now.planned;
  return slots.flatMap(({ day, meal, recipe }) => {
    const slot = slotOf({ day, meal });
    const wanted = recipe && normalized(recipe, `${day}/${meal}`);
    if (isSame(wanted, base.get(slot) ?? null)) return [];
    return changeSlot(now.planned.get(slot) ?? null, { week, day, meal }, wanted);
  });
}

function changeSlots({ week, slots }: Extract<MealPlanCommand, { type: 'ChangeSlots' }>, now: PlannedWeek) {
  if (new Set(slots.map(slotOf)).size < slots.length) throw mealPlanRefusals.slotRepeated();
  return slots.flatMap(({ day, meal, recipe, from }, index) => {
    const planned = now.planned.get(slotOf({ day, meal })) ?? null;
    const wanted = recipe && normalized(recipe, `slots/${index}/recipe`);
    const isConflict = from !== undefined && from !== (planned?.id ?? null) && !isSame(wanted, planned);
    if (isConflict) throw mealPlanRefusals.slotChanged(`slots/${index}`);
    return changeSlot(planned, { week, day, meal }, wanted);
  });
}

function decide(command: MealPlanCommand, state: MealPlanState): MealPlanEvent[] {
  const now = state.get(command.week) ?? empty();
  return command.type === 'SavePlan' ? savePlan(command, now) : changeSlots(command, now);
}

function evolve(state: MealPlanState, event: EventWithMetadata<MealPlanEvent>): MealPlanState {
  const week = state.get(event.data.week) ?? empty();
  state.set(event.data.week, week);
  const slot = slotOf(event.data);
  week.replaced.push({ slot, before: week.planned.get(slot) });
  if (week.replaced.length > maxReplaced) week.replaced.shift();
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
