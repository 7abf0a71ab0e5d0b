/** What a planned meal adds to a list: the decider and the browser's optimistic update share it. */
import { scaleAmount } from './scale-amount.ts';

/** `portion`: in multiples of what the recipe states. */
interface PlannedItem {
  name: string;
  amount: string;
  unit: string;
  plannedMeal?: { id: string; portion: number };
}

/** Portions are quotients: a smaller difference is a rounding error. */
const minPortion = 0.001;

/** Identifies an ingredient of a meal. The amount depends on how many eat. */
export const ingredientKey = ({ name, unit }: Pick<PlannedItem, 'name' | 'unit'>): string =>
  JSON.stringify([name, unit]).toLowerCase();

/**
 * What items add to the portions that their meals have brought: all of them, the parts that are missing because more people
 * eat, or nothing. A recipe may have an ingredient in several lines, each of which brings a portion.
 * @param broughtPortions of the lines with the item's ingredient and meal
 */
export function missingParts<Item extends PlannedItem>(
  items: readonly Item[],
  broughtPortions: (item: Item) => readonly number[],
): Item[] {
  if (!items.some(({ plannedMeal }) => plannedMeal)) return [...items];
  const keys = items.map((item) => (item.plannedMeal ? `${item.plannedMeal.id} ${ingredientKey(item)}` : ''));
  const lines = new Map<string, number>();
  for (const key of keys) lines.set(key, (lines.get(key) ?? 0) + 1);
  return items.flatMap((item, n) => missingPart(item, broughtPortions(item), lines.get(keys[n] ?? '') ?? 1));
}

function missingPart<Item extends PlannedItem>(item: Item, broughtPortions: readonly number[], lines: number): Item[] {
  if (!item.plannedMeal || broughtPortions.length === 0) return [item];
  const { id, portion } = item.plannedMeal;
  const missing = portion - broughtPortions.reduce((sum, each) => sum + each, 0) / lines;
  if (missing < minPortion) return [];
  const amount = scaleAmount(item.amount, item.unit, missing / portion);
  return amount === undefined ? [] : [{ ...item, amount, plannedMeal: { id, portion: missing } }];
}
