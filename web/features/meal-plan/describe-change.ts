import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { firstRecipeAt, type Slot } from '../../../server/core/contracts/plan-meals.ts';
import { refusalText } from '../../lib/households/refusal-text.ts';
import { placeOf } from '../../lib/households/saved-households.ts';
import type { Resolvable } from '../../lib/sync/change-options.ts';
import type { ChangeText } from '../../lib/sync/pending-changes.ts';
import {
  type Dish,
  eatersText,
  type PlanChange,
  type PlannedWeek,
  seenDish,
  slotName,
  titleOf,
  type WeekId,
} from './plan.ts';
import { formatRange } from './weeks.ts';

type Words = Omit<ChangeText, 'place'>;

const mealOf = ({ day, meal }: Slot): string => `${day} ${meal.toLowerCase()}`;
const nameOf = ({ recipe = null, note = null }: Partial<Dish>): string => titleOf({ recipe, note });
/** With the details of a note, which may be all that differs. */
const dishText = ({ recipe = null, note = null }: Partial<Dish>): string =>
  [titleOf({ recipe, note }), note?.details].filter(Boolean).join(', ');
const eatersOf = (servings: number | null): string => (servings === null ? 'As in the recipe' : eatersText(servings));

/** A change as a sentence, and of which week it is. @param planned the week as the user saw it */
export function describeChange(
  [, whose, week]: WeekId,
  change: PlanChange,
  planned: PlannedWeek | undefined,
): ChangeText {
  const place = [placeOf(whose), formatRange(week)].filter((part) => part !== undefined).join(', ');
  return { ...wordsOf(change, planned), place };
}

/** The changes of one kind are one sentence: of several meals, it names the first. */
function wordsOf(change: PlanChange, planned: PlannedWeek | undefined): Words {
  const find = (id: string) => planned?.meals.find((meal) => meal.id === id);
  const titleOfMeal = (id: string) => nameOf(find(id) ?? {}) || 'a meal';
  const { plan = [], replace = [], setServings = [], move = [], remove = [], slots = [], ...unhandled } = change;
  unhandled satisfies Record<string, never>;
  const [moved, swapped] = move;
  if (moved && swapped) return { verb: 'Swap', what: titleOfMeal(moved.id), rest: ` and ${titleOfMeal(swapped.id)}` };
  if (moved) return { verb: 'Move', what: titleOfMeal(moved.id), rest: ` to ${mealOf(moved)}` };
  const [added, ...others] = plan;
  if (added) {
    const rest = others.length > 0 ? ` and ${others.length} more` : ` for ${mealOf(added)}`;
    return { verb: 'Plan', what: dishText(added), rest };
  }
  const [replaced] = replace;
  if (replaced) {
    const meal = find(replaced.id);
    return { verb: 'Plan', what: dishText(replaced), rest: meal ? ` for ${mealOf(meal)}` : '' };
  }
  const [served] = setServings;
  if (served) return { verb: 'Change', what: titleOfMeal(served.id), rest: `: ${eatersOf(served.servings)}` };
  const [removed, ...alsoRemoved] = remove;
  if (removed) {
    const meal = find(removed.id);
    if (alsoRemoved.length > 0) {
      return { verb: 'Remove', what: titleOfMeal(removed.id), rest: ` and ${alsoRemoved.length} more` };
    }
    return { verb: 'Remove', what: titleOfMeal(removed.id), rest: meal ? ` from ${mealOf(meal)}` : '' };
  }
  const [slot] = slots;
  if (slot?.recipe) return { verb: 'Plan', what: slot.recipe.title, rest: ` for ${mealOf(slot)}` };
  const former = slot && planned && firstRecipeAt(planned.meals, slot);
  return { verb: 'Remove', what: former ? nameOf(former) : 'the meal', rest: slot ? ` from ${mealOf(slot)}` : '' };
}

/** Why a change was not saved. */
export const explainRefusal = (error: unknown): string => refusalText(error, 'Failed to update meal plan');

/**
 * What the user wanted, and what another member has changed meanwhile.
 * @param planned the week as it is on the server
 */
export function conflictOf(planned: PlannedWeek, changes: readonly PlanChange[]): Resolvable<PlanChange> | undefined {
  const { replace = [], remove = [], setServings = [], move = [], slots = [] } = changes.at(-1) ?? {};
  const find = (id: string) => planned.meals.find((meal) => meal.id === id);
  const [slot] = slots;
  if (slot) {
    const current = firstRecipeAt(planned.meals, slot);
    const resolve = { slots: [{ ...slot, from: current?.recipe?.id ?? null }] };
    return dishConflict(slot, slot.recipe?.title, current && dishText(current), resolve);
  }
  const [change] = [...replace, ...remove, ...setServings];
  const meal = change && find(change.id);
  if (!change) return moveConflict(move, find);
  if (!meal) return undefined;
  if ('servings' in change) {
    const resolve = { setServings: [{ ...change, from: meal.servings }] };
    const state = meal.servings === null ? 'It is planned as in the recipe' : `It is planned for ${meal.servings}`;
    return conflict(titleOf(meal), eatersOf(change.servings), eatersOf(meal.servings), state, resolve);
  }
  const again = { ...change, from: seenDish(meal) };
  const [replaced] = replace;
  if (!replaced) return dishConflict(meal, undefined, dishText(meal), { remove: [again] });
  return dishConflict(meal, dishText(replaced), dishText(meal), { replace: [again] });
}

function moveConflict(
  move: NonNullable<PlanChange['move']>,
  find: (id: string) => PlannedMeal | undefined,
): Resolvable<PlanChange> | undefined {
  const moved = move.flatMap((change) => {
    const meal = find(change.id);
    return meal ? { change, meal } : [];
  });
  const [first] = moved;
  if (!first || moved.length < move.length) return undefined;
  const title = moved.map(({ meal }) => titleOf(meal)).join(' and ');
  const mine = moved.map(({ change }) => mealOf(change)).join(' and ');
  const theirs = moved.map(({ meal }) => mealOf(meal)).join(' and ');
  const state = `${moved.length > 1 ? 'They are' : 'It is'} planned for ${theirs}`;
  const resolve = { move: moved.map(({ change, meal: { day, meal } }) => ({ ...change, from: { day, meal } })) };
  return conflict(title, mine, theirs, state, resolve);
}

const dishConflict = (slot: Slot, mine = 'Nothing', theirs = 'Nothing', resolve: PlanChange) =>
  conflict(slotName(slot), mine, theirs, `${theirs} is planned`, resolve);

const conflict = (
  title: string,
  mine: string,
  theirs: string,
  state: string,
  resolve: PlanChange,
): Resolvable<PlanChange> => ({
  title,
  mine: { text: mine },
  theirs: { text: theirs },
  state,
  resolve,
});
