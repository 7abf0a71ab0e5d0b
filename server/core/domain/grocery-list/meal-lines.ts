import { scaleAmount } from '../../contracts/scale-amount.ts';
import type { ListedItem } from './events.ts';

/** An item that a planned meal has brought. */
interface MealLine {
  /** Name and unit as they were added. */
  readonly ingredient: string;
  readonly portion: number;
}

/**
 * What planned meals have brought to the list, by the id of the meal and of the item: also what was bought, removed or moved
 * since, so that it is not added again. Without what was taken back. Oldest meal first.
 */
export type MealLines = Map<string, Map<string, MealLine>>;

/** In all meals together, about two months of full weeks. Ingredients of older meals would be added again. */
const maxLines = 2_000;
/** Portions are quotients: a smaller difference is a rounding error. */
const minPortion = 0.001;

type Ingredient = Pick<ListedItem, 'name' | 'amount' | 'unit' | 'plannedMeal'>;

const ingredientOf = ({ name, unit }: Ingredient): string => JSON.stringify([name, unit]).toLowerCase();

export function addMealLine(lines: MealLines, item: Ingredient & { id: string }): void {
  if (!item.plannedMeal) return;
  const { id: mealId, portion } = item.plannedMeal;
  const meal = lines.get(mealId) ?? new Map<string, MealLine>();
  lines.set(mealId, meal);
  // A restored item has its line already, unless it was taken back.
  if (!meal.has(item.id)) meal.set(item.id, { ingredient: ingredientOf(item), portion });
  let excess = weightOfMealLines(lines) - maxLines;
  for (const [oldest, { size }] of lines) {
    if (excess <= 0 || oldest === mealId) break;
    lines.delete(oldest);
    excess -= size;
  }
}

export function removeMealLine(lines: MealLines, { id, plannedMeal }: Pick<ListedItem, 'id' | 'plannedMeal'>): void {
  if (!plannedMeal) return;
  const meal = lines.get(plannedMeal.id);
  meal?.delete(id);
  if (meal?.size === 0) lines.delete(plannedMeal.id);
}

export const weightOfMealLines = (lines: MealLines): number => {
  let weight = 0;
  for (const { size } of lines.values()) weight += size;
  return weight;
};

/**
 * What an item adds to what its planned meal has brought: all of it, the part that is still missing because more people eat,
 * or nothing.
 */
export function stillMissing<Item extends Ingredient>(lines: MealLines, item: Item): Item[] {
  if (!item.plannedMeal) return [item];
  const { id, portion } = item.plannedMeal;
  const ingredient = ingredientOf(item);
  let brought = 0;
  let count = 0;
  for (const line of lines.get(id)?.values() ?? []) {
    if (line.ingredient !== ingredient) continue;
    brought += line.portion;
    count++;
  }
  if (count === 0) return [item];
  const missing = portion - brought;
  if (missing < minPortion) return [];
  const amount = scaleAmount(item.amount, item.unit, missing / portion);
  return amount === undefined ? [] : [{ ...item, amount, plannedMeal: { id, portion: missing } }];
}
