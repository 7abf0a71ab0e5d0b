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
 * What an item adds to the portions that its meal has brought: all of it, the part that is missing because more people eat, or
 * nothing.
 */
export function missingPart<Item extends PlannedItem>(item: Item, broughtPortions: readonly number[]): Item[] {
  if (!item.plannedMeal || broughtPortions.length === 0) return [item];
  const { id, portion } = item.plannedMeal;
  const missing = portion - broughtPortions.reduce((sum, each) => sum + each, 0);
  if (missing < minPortion) return [];
  const amount = scaleAmount(item.amount, item.unit, missing / portion);
  return amount === undefined ? [] : [{ ...item, amount, plannedMeal: { id, portion: missing } }];
}
