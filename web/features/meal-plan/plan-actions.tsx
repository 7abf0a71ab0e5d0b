import type { MealNote, PlannedMeal, PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import type { Place } from '../../../server/core/contracts/plan-meals.ts';
import { newId } from '../../lib/new-id.ts';
import { undoOffers } from '../../lib/undo-offers.ts';
import { plans } from './api.ts';
import { type PlanChange, seenDish, slotName, titleOf, type WeekId } from './plan.ts';

/** A recipe or a note that the user has chosen. */
export type ChosenDish = { readonly recipe: PlannedRecipe } | { readonly note: MealNote };

/** The meal as a change plans it. */
const toPlan = ({ isWithdrawn: _, ...meal }: PlannedMeal) => meal;

export type PlanActions = ReturnType<typeof planActions>;

interface PlanListeners {
  announce: (message: string) => void;
  /** @param undo plans the meal again */
  removed: (meal: PlannedMeal, undo: () => void) => void;
}

/** The changes of a week by the user. Those that could be a slip offer to be undone. */
export function planActions(id: WeekId, { announce, removed }: PlanListeners) {
  const change = (made: PlanChange): string => plans.change(id, made);
  return {
    plan(place: Place, dish: ChosenDish): void {
      const planned = { recipe: null, note: null, ...dish };
      change({ plan: [{ id: newId(), ...place, ...planned }] });
      announce(`${titleOf(planned)} is planned for ${slotName(place)}`);
    },
    replace(meal: PlannedMeal, dish: ChosenDish): void {
      const planned = { recipe: null, note: null, ...dish };
      change({ replace: [{ id: meal.id, ...planned, from: seenDish(meal) }] });
      announce(`${titleOf(planned)} is planned for ${slotName(meal)}`);
    },
    setServings({ id: mealId, servings: from }: PlannedMeal, servings: number | null): void {
      change({ setServings: [{ id: mealId, servings, from }] });
    },
    remove(meal: PlannedMeal): void {
      const undo = () => {
        change({ plan: [toPlan(meal)] });
        announce(`${titleOf(meal)} is planned for ${slotName(meal)}`);
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
