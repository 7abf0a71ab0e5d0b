import { line, text } from '../text.ts';
import type { Dish, MealNote, PlannedRecipe } from './events.ts';
import { recipeOf } from './planned-week.ts';
import { mealPlanRefusals } from './refusals.ts';

/** A dish as an editor sends it: one of both. */
export interface ChosenDish {
  readonly recipe?: PlannedRecipe | null | undefined;
  readonly note?: MealNote | null | undefined;
}

/** The dish that an editor saw: the id of its recipe, or its note. */
export interface SeenDish {
  readonly recipe?: string | null | undefined;
  readonly note?: MealNote | null | undefined;
}

/** @param field the path of the recipe in the request */
export function normalizedRecipe(recipe: PlannedRecipe, field: string): PlannedRecipe {
  const title = line(recipe.title);
  if (title === '') throw mealPlanRefusals.titleRequired(`${field}/title`);
  return { ...recipe, title, ...(recipe.cuisine !== undefined && { cuisine: line(recipe.cuisine) }) };
}

function normalizedNote({ title, details = '' }: MealNote, field: string): MealNote {
  const note = { title: line(title), details: text(details) };
  if (note.title === '') throw mealPlanRefusals.noteRequired(`${field}/title`);
  return note.details === '' ? { title: note.title } : note;
}

/** @param field the path of the meal in the request */
export function normalizedDish({ recipe, note }: ChosenDish, field: string): Dish {
  if (recipe && !note) return { recipe: normalizedRecipe(recipe, `${field}/recipe`) };
  if (note && !recipe) return { note: normalizedNote(note, `${field}/note`) };
  throw mealPlanRefusals.dishRequired(field);
}

const isSameNote = (a: MealNote, b: MealNote): boolean =>
  a.title === b.title && (a.details ?? '') === (b.details ?? '');

/** Recipes are compared by id: a change of the recipe itself is not a change of the plan. */
export function isSameDish(a: Dish, b: Dish): boolean {
  if ('note' in a) return 'note' in b && isSameNote(a.note, b.note);
  return a.recipe.id === recipeOf(b)?.id;
}

export const isSeenDish = (dish: Dish, seen: SeenDish): boolean =>
  'note' in dish ? Boolean(seen.note && isSameNote(seen.note, dish.note)) : seen.recipe === dish.recipe.id;

export const titleOf = (dish: Dish): string => ('note' in dish ? dish.note.title : dish.recipe.title);
