import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { ChangePlan, PlannedMeal, PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import {
  firstRecipeAt,
  type Slot,
  withMeal,
  withMealChanged,
  withoutMeal,
} from '../../../server/core/contracts/plan-meals.ts';
import { toPlannedRecipe } from '../../../server/core/contracts/planned-recipe.ts';
import { idOfSlot } from '../../../server/core/contracts/slot-id.ts';
import { classifyPush, type Versioned } from '../../lib/sync/versioned.ts';

/** Identifies a week by the uid of its reader, the id of the plan's owner, and the date of its Monday. */
export type WeekId = readonly [reader: string, whose: string, week: string];

/** A week of a plan as confirmed by the server. */
export interface PlannedWeek extends Versioned {
  /** Undefined in the response of an older server. */
  readonly planId: string | undefined;
  readonly week: string;
  /** Sorted by day, meal of the day and id. */
  readonly meals: readonly PlannedMeal[];
}

/** A week that was never seen, with what the user has planned in it since. */
export const unseenWeek = (week: string): PlannedWeek => ({ planId: undefined, week, revision: '0', meals: [] });

/** A recipe or a note. */
export type Dish = Pick<PlannedMeal, 'recipe' | 'note'>;

/** Changes that are made together, or not at all. */
export type PlanChange = Readonly<ChangePlan>;

export const planPath = (whose: string, week: string): string => `/meal-plan/${whose}?week=${week}`;

export const slotName = ({ day, meal }: Slot): string => `${day} ${meal}`;

/** The recipe's title, or that of the note. */
export const titleOf = ({ recipe, note }: Dish): string => recipe?.title ?? note?.title ?? '';

export const eatersText = (servings: number): string => `${servings} ${servings === 1 ? 'eats' : 'eat'}`;

/** Recipes are compared by id: a change of the recipe itself is not a change of the plan. */
export const isSameDish = (a: Dish, b: Dish): boolean =>
  a.recipe?.id === b.recipe?.id &&
  a.note?.title === b.note?.title &&
  (a.note?.details ?? '') === (b.note?.details ?? '');

/** The dish of a meal as a change names it. */
export const seenDish = ({ recipe, note }: Dish) => (recipe ? { recipe: recipe.id } : { note });

/** As the decider does it, without its refusals. */
export function applyChange(planned: PlannedWeek, change: PlanChange): PlannedWeek {
  const { remove = [], move = [], replace = [], setServings = [], plan = [], slots = [], ...unhandled } = change;
  unhandled satisfies Record<string, never>;
  let { meals } = planned;
  for (const { recipe, ...slot } of slots) meals = withFirstRecipe(meals, { ...slot, week: planned.week }, recipe);
  for (const { id } of remove) meals = withoutMeal(meals, id);
  for (const { id, day, meal } of move) meals = withMealChanged(meals, id, { day, meal });
  for (const { id, recipe = null, note = null } of replace)
    meals = withMealChanged(meals, id, { recipe, note, isWithdrawn: false });
  for (const { id, servings } of setServings) meals = withMealChanged(meals, id, { servings });
  for (const { id, day, meal, recipe = null, note = null, servings = null } of plan)
    meals = withMeal(meals, { id, day, meal, recipe, note, servings });
  return { ...planned, meals };
}

/** A change of a release in which meals had no ids. */
function withFirstRecipe(
  meals: PlannedWeek['meals'],
  { week, day, meal }: Slot & { week: string },
  recipe: PlannedRecipe | null,
): PlannedWeek['meals'] {
  const first = firstRecipeAt(meals, { day, meal });
  if (!recipe) return first ? withoutMeal(meals, first.id) : meals;
  if (first) return withMealChanged(meals, first.id, { recipe, isWithdrawn: false });
  return withMeal(meals, { id: idOfSlot({ week, day, meal }), day, meal, recipe, note: null, servings: null });
}

const isSameRecipe = (a: PlannedRecipe | null, b: PlannedRecipe | null): boolean =>
  a?.id === b?.id && a?.title === b?.title && a?.cuisine === b?.cuisine && a?.imageUrl === b?.imageUrl;

const isSameMeal = (a: PlannedMeal, b: PlannedMeal | undefined): boolean =>
  b !== undefined &&
  a.id === b.id &&
  isSameDish(a, b) &&
  isSameRecipe(a.recipe, b.recipe) &&
  a.servings === b.servings &&
  Boolean(a.isWithdrawn) === Boolean(b.isWithdrawn);

/** Whether the meals of a slot look the same. */
export const areSameMeals = (a: PlannedWeek['meals'], b: PlannedWeek['meals']): boolean =>
  a.length === b.length && a.every((meal, index) => isSameMeal(meal, b[index]));

/**
 * An older server does not name the plan: it sends a message to the plan's owner only.
 * @returns the week with the message applied, the same week if it changes nothing, or 'gap' if messages were missed
 */
export function foldPlan(planned: PlannedWeek, message: LiveMessage): PlannedWeek | 'gap' {
  if (message.kind === 'recipe.revised') return reviseRecipe(planned, toPlannedRecipe(message.recipe));
  if (message.kind === 'recipe.withdrawn') return withdrawRecipe(planned, message.recipeId);
  if (message.kind !== 'plan.changed' || message.week !== planned.week) return planned;
  const planId: string | undefined = message.planId;
  if (planId !== undefined && planned.planId !== undefined && planId !== planned.planId) return planned;
  // An older server does not send meals.
  const changed: typeof message.meals | undefined = message.meals;
  const classification = changed === undefined ? 'gap' : classifyPush(planned, message);
  if (classification !== 'next') return classification === 'gap' ? 'gap' : planned;
  const kept = message.removed.reduce(withoutMeal, planned.meals);
  const pushed = message.meals.map((meal) => withKnownRecipe(meal, planned.meals));
  return { ...planned, revision: message.revision, meals: pushed.reduce(withMeal, kept) };
}

/** The plan's stream does not know which recipes were revised or withdrawn after they were planned. */
function withKnownRecipe(pushed: PlannedMeal, known: PlannedWeek['meals']): PlannedMeal {
  const same = pushed.recipe && known.find(({ recipe }) => recipe?.id === pushed.recipe?.id);
  if (!same) return pushed;
  return { ...pushed, recipe: same.recipe, ...(same.isWithdrawn && { isWithdrawn: true }) };
}

/** The recipes' content is not part of the plan's stream: a change applies at any revision. */
function reviseRecipe(planned: PlannedWeek, revised: PlannedRecipe): PlannedWeek {
  return changeMeals(
    planned,
    ({ recipe }) => recipe?.id === revised.id && !isSameRecipe(recipe, revised),
    (meal) => ({ ...meal, recipe: revised }),
  );
}

const withdrawRecipe = (planned: PlannedWeek, recipeId: string): PlannedWeek =>
  changeMeals(
    planned,
    ({ recipe, isWithdrawn }) => recipe?.id === recipeId && !isWithdrawn,
    (meal) => ({ ...meal, isWithdrawn: true }),
  );

function changeMeals(
  planned: PlannedWeek,
  isConcerned: (meal: PlannedMeal) => boolean,
  change: (meal: PlannedMeal) => PlannedMeal,
): PlannedWeek {
  if (!planned.meals.some(isConcerned)) return planned;
  return { ...planned, meals: planned.meals.map((meal) => (isConcerned(meal) ? change(meal) : meal)) };
}
