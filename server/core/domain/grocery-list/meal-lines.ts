import { ingredientKey, missingParts } from '../../contracts/planned-items.ts';
import type { ListedItem, MergedItem } from './events.ts';

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

type Ingredient = Pick<ListedItem, 'name' | 'amount' | 'unit' | 'plannedMeal'>;

export function addMealLine(lines: MealLines, item: Ingredient & { id: string }): void {
  if (!item.plannedMeal) return;
  const { id: mealId, portion } = item.plannedMeal;
  const meal = lines.get(mealId) ?? new Map<string, MealLine>();
  lines.set(mealId, meal);
  // A restored item has its line already, unless it was taken back.
  if (!meal.has(item.id)) meal.set(item.id, { ingredient: ingredientKey(item), portion });
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

/** Of an item that its planned meal has brought before. */
export const isTakenBack = (lines: MealLines, { id, plannedMeal }: Pick<ListedItem, 'id' | 'plannedMeal'>): boolean =>
  plannedMeal !== undefined && !lines.get(plannedMeal.id)?.has(id);

export const weightOfMealLines = (lines: MealLines): number => {
  let weight = 0;
  for (const { size } of lines.values()) weight += size;
  return weight;
};

/** What the planned meals of these items have not brought yet. */
export const stillMissing = <Item extends Ingredient>(lines: MealLines, items: readonly Item[]): Item[] =>
  missingParts(items, (item) => Array.from(broughtLines(lines, item), ([, { portion }]) => portion));

/**
 * Which items on the list these are that their meals have brought before. Of an ingredient that a recipe lists twice, each
 * line is another item.
 */
export function mergedItems(
  lines: MealLines,
  items: readonly (Ingredient & { id: string })[],
  isListed: (id: string) => boolean,
): MergedItem[] {
  const counts = new Map<string, number>();
  return items.flatMap((item) => {
    const listed = broughtLines(lines, item).filter(([id]) => isListed(id));
    if (listed.length === 0) return [];
    const key = `${item.plannedMeal?.id} ${ingredientKey(item)}`;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    const [into] = listed[count % listed.length] ?? [];
    return into === undefined ? [] : [{ itemId: item.id, into }];
  });
}

function broughtLines(lines: MealLines, item: Ingredient): [id: string, line: MealLine][] {
  const meal = item.plannedMeal && lines.get(item.plannedMeal.id);
  if (!meal) return [];
  const ingredient = ingredientKey(item);
  return [...meal].filter(([, line]) => line.ingredient === ingredient);
}
