import type { EventWithMetadata } from '../event-with-metadata.ts';
import { assertRoom, changeMeals, type MealChanges } from './change-meals.ts';
import { normalizedRecipe } from './dishes.ts';
import { type Day, type Meal, type MealPlanEvent, mealPlanCategory, type PlannedRecipe } from './events.ts';
import {
  emptyWeek,
  evolveWeek,
  firstRecipeAt,
  type Meals,
  mealsAsOf,
  mealsAt,
  type PlannedMeal,
  type PlannedWeek,
  recipeOf,
} from './planned-week.ts';
import { mealPlanRefusals } from './refusals.ts';
import { mealPlanEvents } from './upcast.ts';
import { draftOf, type WeekDraft } from './week-draft.ts';

/**
 * The recipe that a slot should have as its first one. Null: `SavePlan` removes all recipes of the slot, `ChangePlan` the first
 * one. Notes and other recipes stay.
 */
export interface SlotEdit {
  readonly day: Day;
  readonly meal: Meal;
  readonly recipe: PlannedRecipe | null;
  /** The id of the meal that is planned if the slot has no recipe. */
  readonly id: string;
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
  /** Makes all changes or, if one of them is refused, none. */
  | ({
      readonly type: 'ChangePlan';
      readonly week: string;
      /** `from`: the id of the recipe that the editor saw in the slot. Default: the current one. */
      readonly slots?: readonly (SlotEdit & { readonly from?: string | null | undefined })[] | undefined;
    } & MealChanges);

/** Weeks by the dates of their Mondays. `evolve` owns the given state and mutates it. */
export type MealPlanState = Map<string, PlannedWeek>;

/** The meals of a week, in no particular order. */
export const mealsOf = (state: MealPlanState, week: string): PlannedMeal[] => [
  ...(state.get(week)?.meals.values() ?? []),
];

export const revisionOf = (state: MealPlanState, week: string): number => state.get(week)?.revision ?? 0;

function savePlan(
  draft: WeekDraft,
  { week, slots, seen }: Extract<MealPlanCommand, { type: 'SavePlan' }>,
  base: Meals,
) {
  if (seen && seen.week !== week) throw mealPlanRefusals.versionUnknown();
  for (const slot of slots) {
    const wanted = slot.recipe && normalizedRecipe(slot.recipe, `${slot.day}/${slot.meal}`);
    if (wanted?.id === recipeOf(firstRecipeAt(base, slot))?.id) continue;
    if (wanted) setRecipe(draft, slot, wanted);
    else for (const meal of mealsAt(draft.meals, slot)) if (recipeOf(meal)) draft.unplan(meal);
  }
}

/** Replaces the first recipe of a slot. */
function setRecipe(draft: WeekDraft, slot: SlotEdit, wanted: PlannedRecipe): void {
  const planned = firstRecipeAt(draft.meals, slot);
  if (recipeOf(planned)?.id === wanted.id) return;
  const { id, day, meal } = slot;
  draft.plan(planned ?? { id, day, meal, servings: null }, { recipe: wanted });
}

const slotName = ({ day, meal }: SlotEdit): string => `${day} ${meal}`;

function changeSlots(draft: WeekDraft, slots: Extract<MealPlanCommand, { type: 'ChangePlan' }>['slots'] = []): void {
  if (new Set(slots.map(slotName)).size < slots.length) throw mealPlanRefusals.slotRepeated();
  slots.forEach(({ from, ...slot }, index) => {
    const planned = firstRecipeAt(draft.meals, slot);
    const plannedId = recipeOf(planned)?.id;
    const wanted = slot.recipe && normalizedRecipe(slot.recipe, `slots/${index}/recipe`);
    if (plannedId === wanted?.id) return;
    if (from !== undefined && from !== (plannedId ?? null)) throw mealPlanRefusals.slotChanged(`slots/${index}`);
    if (wanted) setRecipe(draft, slot, wanted);
    else if (planned) draft.unplan(planned);
  });
}

function decide(command: MealPlanCommand, state: MealPlanState): MealPlanEvent[] {
  const { week } = command;
  const now = state.get(week) ?? emptyWeek();
  const draft = draftOf(week, now.meals);
  switch (command.type) {
    case 'SavePlan':
      savePlan(draft, command, command.seen ? mealsAsOf(now, command.seen.revision) : now.meals);
      break;
    case 'ChangePlan':
      changeSlots(draft, command.slots);
      changeMeals(draft, command, (id) => [...state].some(([other, { meals }]) => other !== week && meals.has(id)));
      break;
    default:
      command satisfies never;
  }
  assertRoom(draft.events, draft.meals);
  return [...draft.events];
}

function evolve(state: MealPlanState, event: EventWithMetadata<MealPlanEvent>): MealPlanState {
  const week = state.get(event.data.week) ?? emptyWeek();
  state.set(event.data.week, week);
  evolveWeek(week, event);
  return state;
}

export const mealPlan = {
  category: mealPlanCategory,
  events: mealPlanEvents,
  initial: (): MealPlanState => new Map(),
  decide,
  evolve,
  weight: (state: MealPlanState): number =>
    [...state.values()].reduce((weight, { meals, replaced }) => weight + meals.size + replaced.length, 0),
};
