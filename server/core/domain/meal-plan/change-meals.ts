import { mealPlanLimits } from '../../contracts/limits.ts';
import { type ChosenDish, isSameDish, isSeenDish, normalizedDish, type SeenDish, titleOf } from './dishes.ts';
import type { MealPlanEvent, Slot } from './events.ts';
import { isSameSlot, type Meals, mealsAt, type PlannedMeal, slotOf } from './planned-week.ts';
import { mealPlanRefusals } from './refusals.ts';
import type { WeekDraft } from './week-draft.ts';

type NewMeal = Slot & ChosenDish & { readonly id: string; readonly servings?: number | null | undefined };

/** Changes of single meals. `from`: what the editor saw; by default, what the meal has now. */
export interface MealChanges {
  readonly remove?: readonly { readonly id: string; readonly from?: SeenDish | undefined }[] | undefined;
  /** Two meals that are moved to each other's slots are swapped. */
  readonly move?: readonly (Slot & { readonly id: string; readonly from?: Slot | undefined })[] | undefined;
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
    if (isSameSlot(meal, to)) return;
    if (from && !isSameSlot(meal, from)) throw mealPlanRefusals.mealChangedMeanwhile('slot', field);
    const data = { week, ...slotOf(to), id, title: titleOf(meal), from: slotOf(meal) };
    draft.record({ type: 'MealMoved', data });
  });

  replace.forEach(({ id, from, ...chosen }, index) => {
    const field = `replace/${index}`;
    const meal = plannedMeal(meals, id, field);
    const dish = normalizedDish(chosen, field);
    if (isSameDish(meal, dish)) return;
    if (from && !isSeenDish(meal, from)) throw mealPlanRefusals.mealChangedMeanwhile('dish', field);
    draft.plan(meal, dish);
  });

  setServings.forEach(({ id, servings, from }, index) => {
    const field = `setServings/${index}`;
    const meal = plannedMeal(meals, id, field);
    if (meal.servings === servings) return;
    if (from !== undefined && from !== meal.servings) throw mealPlanRefusals.mealChangedMeanwhile('servings', field);
    const data = { week, ...slotOf(meal), id, title: titleOf(meal), servings, from: meal.servings };
    draft.record({ type: 'MealServingsChanged', data });
  });

  plan.forEach((wanted, index) => {
    const field = `plan/${index}`;
    const dish = normalizedDish(wanted, field);
    const existing = meals.get(wanted.id);
    if (existing && isSameDish(existing, dish) && isSameSlot(existing, wanted)) return;
    if (existing || isElsewhere(wanted.id)) throw mealPlanRefusals.idInUse(field);
    draft.plan({ ...wanted, servings: wanted.servings ?? null }, dish);
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
