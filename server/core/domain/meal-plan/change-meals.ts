import { mealPlanLimits } from '../../contracts/limits.ts';
import {
  type ChosenDish,
  isSameDish,
  isSeenDish,
  mealPlanned,
  normalizedDish,
  type SeenDish,
  titleOf,
} from './dishes.ts';
import type { MealPlanEvent, Place } from './events.ts';
import { isSamePlace, type Meals, mealsAt, type PlannedMeal, placeOf } from './planned-week.ts';
import { mealPlanRefusals } from './refusals.ts';
import type { WeekDraft } from './week-draft.ts';

type NewMeal = Place & ChosenDish & { readonly id: string; readonly servings?: number | null | undefined };

/** Changes of single meals. `from`: what the editor saw; by default, what the meal has now. */
export interface MealChanges {
  readonly remove?: readonly { readonly id: string; readonly from?: SeenDish | undefined }[] | undefined;
  /** Two meals that are moved to each other's slots are swapped. */
  readonly move?: readonly (Place & { readonly id: string; readonly from?: Place | undefined })[] | undefined;
  /** Another recipe or note for a planned meal. */
  readonly replace?:
    | readonly (ChosenDish & { readonly id: string; readonly from?: SeenDish | undefined })[]
    | undefined;
  /** How many eat. Null: not known. */
  readonly setServings?:
    | readonly { readonly id: string; readonly servings: number | null; readonly from?: number | null | undefined }[]
    | undefined;
  readonly plan?: readonly NewMeal[] | undefined;
}

/**
 * Records the changes in the draft. A change that has been made already records nothing.
 * @param isElsewhere whether another week has a meal with this id
 * @throws Refusal if a meal is gone, or has another value than the editor saw and wants
 */
export function changeMeals(draft: WeekDraft, changes: MealChanges, isElsewhere: (id: string) => boolean): void {
  const { week, meals } = draft;
  const { remove = [], move = [], replace = [], setServings = [], plan = [] } = changes;

  remove.forEach(({ id, from }, index) => {
    const meal = meals.get(id);
    if (!meal) return;
    if (from && !isSeenDish(meal, from)) throw mealPlanRefusals.mealChangedMeanwhile('dish', `remove/${index}`);
    draft.unplan(meal);
  });

  move.forEach(({ id, from, ...to }, index) => {
    const field = `move/${index}`;
    const meal = plannedMeal(meals, id, field);
    if (isSamePlace(meal, to)) return;
    if (from && !isSamePlace(meal, from)) throw mealPlanRefusals.mealChangedMeanwhile('place', field);
    const data = { week, ...placeOf(to), id, title: titleOf(meal), from: placeOf(meal) };
    draft.record({ type: 'MealMoved', data });
  });

  replace.forEach(({ id, from, ...chosen }, index) => {
    const field = `replace/${index}`;
    const meal = plannedMeal(meals, id, field);
    const dish = normalizedDish(chosen, field);
    if (isSameDish(meal, dish)) return;
    if (from && !isSeenDish(meal, from)) throw mealPlanRefusals.mealChangedMeanwhile('dish', field);
    draft.record(mealPlanned(week, meal, dish));
  });

  setServings.forEach(({ id, servings, from }, index) => {
    const field = `setServings/${index}`;
    const meal = plannedMeal(meals, id, field);
    const now = meal.servings ?? null;
    if (now === servings) return;
    if (from !== undefined && from !== now) throw mealPlanRefusals.mealChangedMeanwhile('servings', field);
    const data = { week, ...placeOf(meal), id, title: titleOf(meal), servings, from: now };
    draft.record({ type: 'MealServingsChanged', data });
  });

  plan.forEach((wanted, index) => {
    const field = `plan/${index}`;
    const dish = normalizedDish(wanted, field);
    const existing = meals.get(wanted.id);
    if (existing && isSameDish(existing, dish) && isSamePlace(existing, wanted)) return;
    if (existing || isElsewhere(wanted.id)) throw mealPlanRefusals.idInUse(field);
    draft.record(mealPlanned(week, { ...wanted, servings: wanted.servings ?? undefined }, dish));
  });
}

function plannedMeal(meals: Meals, id: string, field: string): PlannedMeal {
  const meal = meals.get(id);
  if (!meal) throw mealPlanRefusals.mealNotFound(field);
  return meal;
}

/** A slot that others have filled too much already can still lose meals. @throws Refusal */
export function assertRoom(events: readonly MealPlanEvent[], meals: Meals): void {
  for (const { type, data } of events) {
    const isFilled = type === 'MealPlanned' || type === 'MealMoved';
    if (isFilled && mealsAt(meals, data).length > mealPlanLimits.perSlot) throw mealPlanRefusals.slotFull();
  }
}
