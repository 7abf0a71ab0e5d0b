import type { Dish, MealPlanEvent, PlannedRecipe, Slot } from './events.ts';
import { mealPlanRefusals } from './refusals.ts';

/** A meal of a week. `servings`: how many eat; null: not known. */
export type PlannedMeal = Readonly<{ id: string; servings: number | null } & Slot & Dish>;
/** By id. */
export type Meals = ReadonlyMap<string, PlannedMeal>;

/** How many changes of a week an editor's version may be behind. */
const maxReplaced = 1_000;

/** The state of a week that decisions need. */
export interface PlannedWeek {
  readonly meals: Map<string, PlannedMeal>;
  /** What each of the last changes replaced, newest last. */
  readonly replaced: { readonly id: string; readonly before: PlannedMeal | undefined }[];
  /** The number of its changes. */
  revision: number;
}

export const emptyWeek = (): PlannedWeek => ({ meals: new Map(), replaced: [], revision: 0 });

export const isSameSlot = (a: Slot, b: Slot): boolean => a.day === b.day && a.meal === b.meal;

export const recipeOf = (dish: Dish | undefined): PlannedRecipe | undefined =>
  dish && 'recipe' in dish ? dish.recipe : undefined;

/** The meals of a slot, in order. */
export const mealsAt = (meals: Meals, slot: Slot): PlannedMeal[] =>
  [...meals.values()].filter((meal) => isSameSlot(meal, slot)).sort((a, b) => (a.id < b.id ? -1 : 1));

/** The first meal of a slot that is a recipe: the only one that the specification's plan has. */
export const firstRecipeAt = (meals: Meals, slot: Slot): PlannedMeal | undefined =>
  mealsAt(meals, slot).find((meal) => recipeOf(meal));

const dishOf = (dish: Dish): Dish => ('recipe' in dish ? { recipe: dish.recipe } : { note: dish.note });

export const slotOf = ({ day, meal }: Slot): Slot => ({ day, meal });

/** Applies an event to the given meals. */
export function applyEvent(meals: Map<string, PlannedMeal>, { type, data }: MealPlanEvent): void {
  const { id } = data;
  const before = meals.get(id);
  switch (type) {
    case 'MealPlanned':
      meals.set(id, { id, ...slotOf(data), ...dishOf(data), servings: data.servings ?? null });
      break;
    case 'MealMoved':
      if (before) meals.set(id, { ...before, ...slotOf(data) });
      break;
    case 'MealServingsChanged':
      if (before) meals.set(id, { ...before, servings: data.servings });
      break;
    case 'MealUnplanned':
      meals.delete(id);
      break;
    default:
      data satisfies never;
  }
}

/** Mutates the given week. */
export function evolveWeek(week: PlannedWeek, event: MealPlanEvent): void {
  const { id } = event.data;
  week.replaced.push({ id, before: week.meals.get(id) });
  if (week.replaced.length > maxReplaced) week.replaced.shift();
  week.revision++;
  applyEvent(week.meals, event);
}

/** The meals of the week at an earlier revision: undoes the changes since. @throws Refusal if it is too old or unknown */
export function mealsAsOf({ meals, replaced, revision }: PlannedWeek, seen: number): Meals {
  const unseen = revision - seen;
  if (unseen < 0 || unseen > replaced.length) throw mealPlanRefusals.versionUnknown();
  const earlier = new Map(meals);
  for (const { id, before } of replaced.slice(replaced.length - unseen).reverse()) {
    if (before) earlier.set(id, before);
    else earlier.delete(id);
  }
  return earlier;
}
