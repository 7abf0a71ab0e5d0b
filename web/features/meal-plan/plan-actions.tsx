import type { MealNote, PlannedMeal, PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import type { Slot } from '../../../server/core/contracts/plan-meals.ts';
import { newId } from '../../lib/new-id.ts';
import { undoOffers } from '../../lib/undo-offers.ts';
import { plans } from './api.ts';
import type { Drop } from './drop.ts';
import { type Dish, type PlanChange, seenDish, slotName, titleOf, type WeekId } from './plan.ts';

/** A recipe or a note that the user has chosen. */
export type ChosenDish = { readonly recipe: PlannedRecipe } | { readonly note: MealNote };

/** The meal as a change plans it. */
const toPlan = ({ isWithdrawn: _, ...meal }: PlannedMeal) => meal;

const slotOf = ({ day, meal }: Slot): Slot => ({ day, meal });

const plannedFor = (dish: Dish, slot: Slot): string => `${titleOf(dish)} is planned for ${slotName(slot)}`;

export type PlanActions = ReturnType<typeof planActions>;

interface PlanListeners {
  announce: (message: string) => void;
  /** @param undo plans the meal again */
  removed: (meal: PlannedMeal, undo: () => void) => void;
  /** @param meal as it was. @param undo plans its former dish again */
  replaced: (meal: PlannedMeal, undo: () => void) => void;
}

/** The changes of a week by the user. Those that could be a slip offer to be undone. */
export function planActions(id: WeekId, { announce, removed, replaced }: PlanListeners) {
  const change = (made: PlanChange): string => plans.change(id, made);
  return {
    plan(slot: Slot, dish: ChosenDish): void {
      const planned = { recipe: null, note: null, ...dish };
      change({ plan: [{ id: newId(), ...slot, ...planned }] });
      announce(plannedFor(planned, slot));
    },
    replace(meal: PlannedMeal, dish: ChosenDish): void {
      const planned = { recipe: null, note: null, ...dish };
      change({ replace: [{ id: meal.id, ...planned, from: seenDish(meal) }] });
      announce(plannedFor(planned, meal));
      const { recipe, note } = meal;
      replaced(meal, () => {
        change({ replace: [{ id: meal.id, recipe, note, from: seenDish({ ...meal, ...planned }) }] });
        announce(plannedFor(meal, meal));
      });
    },
    setServings({ id: mealId, servings: from }: PlannedMeal, servings: number): void {
      if (servings !== from) change({ setServings: [{ id: mealId, servings, from }] });
    },
    /** Moves a meal to another slot, or swaps it with one that is there. */
    move(meal: PlannedMeal, { slot, swapped }: Drop): void {
      const moves = [{ meal, to: slot }, ...(swapped ? [{ meal: swapped, to: slotOf(meal) }] : [])];
      const toMove = ({ id: mealId }: PlannedMeal, to: Slot, from: Slot) => ({
        id: mealId,
        ...slotOf(to),
        from: slotOf(from),
      });
      const changeKey = change({ move: moves.map(({ meal: moved, to }) => toMove(moved, to, moved)) });
      announce(swapped ? `${titleOf(meal)} and ${titleOf(swapped)} are swapped` : plannedFor(meal, slot));
      undoOffers.show({
        changeKey,
        message: swapped ? (
          <>
            Swapped <b>{titleOf(meal)}</b> and <b>{titleOf(swapped)}</b>
          </>
        ) : (
          <>
            Moved <b>{titleOf(meal)}</b> to {slot.day} {slot.meal.toLowerCase()}
          </>
        ),
        onUndo: () => {
          change({ move: moves.map(({ meal: moved, to }) => toMove(moved, moved, to)) });
          announce(plannedFor(meal, meal));
        },
      });
    },
    remove(meal: PlannedMeal): void {
      const undo = () => {
        change({ plan: [toPlan(meal)] });
        announce(plannedFor(meal, meal));
      };
      undoOffers.show({
        changeKey: change({ remove: [{ id: meal.id, from: seenDish(meal) }] }),
        message: (
          <>
            Removed <b>{titleOf(meal)}</b>
          </>
        ),
        onUndo: undo,
      });
      removed(meal, undo);
    },
  };
}
