import { formatQuantity } from 'format-quantity';
import { numericQuantity } from 'numeric-quantity';
import { convertUnit, unitsOfMeasure } from 'parse-ingredient';
import type { Recipe, RecipeIngredient } from '../../../server/core/contracts/recipes.ts';
import { stems } from '../../lib/words.ts';

export type Dish = Pick<Recipe, 'id' | 'title' | 'ingredients'>;

/** An item for the grocery list. */
export interface SummedIngredient extends RecipeIngredient {
  readonly recipeId?: string;
  readonly recipeTitle?: string;
}

/** The sum of one ingredient in one unit. Without `total`, the amount is not a number and stays as written. */
interface Line {
  name: string;
  readonly amount: string;
  total: number | undefined;
  readonly unit: string;
  readonly recipes: Map<string, string>;
}

/** British and French spellings, which the library does not know. */
const spellings: Record<string, string> = {
  litre: 'liter',
  litres: 'liter',
  millilitre: 'milliliter',
  millilitres: 'milliliter',
  decilitre: 'deciliter',
  decilitres: 'deciliter',
  gramme: 'gram',
  grammes: 'gram',
  kilo: 'kilogram',
  kilos: 'kilogram',
};

const units = new Map(
  Object.entries(unitsOfMeasure).flatMap(([id, { short, plural, alternates = [] }]) =>
    [id, short, plural, ...alternates].map((written): [string, string] => [written, id]),
  ),
);

/** The id of a unit, or an unknown unit itself. Tries the exact spelling first: "T" is a tablespoon, "t" a teaspoon. */
function unitOf(written: string): string {
  const lower = written.toLowerCase();
  return units.get(written) ?? units.get(lower) ?? spellings[lower] ?? lower;
}

/** A comma before one or two digits is a decimal separator, as in much of the world. */
function parseAmount(amount: string): number | undefined {
  const number = numericQuantity(amount, /^\d+,\d{1,2}$/.test(amount) ? { decimalSeparator: ',' } : {});
  return Number.isFinite(number) ? number : undefined;
}

/** Converts between units. Returns undefined if they measure different things. */
function convert(count: number, from: string, to: string): number | undefined {
  if (unitOf(from) === unitOf(to)) return count;
  return convertUnit(count, unitOf(from), unitOf(to)) ?? undefined;
}

/** Adds the ingredient to the line if the units allow it. Returns whether it did. */
function addToLine(line: Line, { amount, unit }: RecipeIngredient): boolean {
  if (amount === '' && unit === '') return true; // Without an amount, any line of the ingredient covers it.
  const number = parseAmount(amount);
  if (number === undefined || line.total === undefined) return false;
  const converted = convert(number, unit, line.unit);
  if (converted === undefined) return false;
  line.total += converted;
  return true;
}

/** Sums the ingredients of dishes by name. Amounts whose units cannot be converted into each other stay separate. */
export function sumIngredients(dishes: readonly Dish[]): SummedIngredient[] {
  const linesByName = new Map<string, Line[]>();
  for (const dish of dishes) {
    for (const ingredient of dish.ingredients) {
      const key = stems(ingredient.name).join(' ') || ingredient.name;
      const lines = linesByName.get(key) ?? [];
      linesByName.set(key, lines);
      let line = lines.find((existing) => addToLine(existing, ingredient));
      if (!line) {
        const { name, amount, unit } = ingredient;
        line = { name, amount, unit, total: parseAmount(amount), recipes: new Map() };
        lines.push(line);
      }
      if (ingredient.name.length > line.name.length) line.name = ingredient.name; // "Onions" rather than "Onion".
      line.recipes.set(dish.id, dish.title);
    }
  }
  return [...linesByName.values()].flatMap((lines) => omitBareLines(lines).map(toSummedIngredient));
}

/** Omits lines without an amount if the ingredient has other lines. */
const omitBareLines = (lines: Line[]): Line[] =>
  lines.length > 1 ? lines.filter(({ amount, unit }) => amount !== '' || unit !== '') : lines;

const maxTitleLength = 200;

function toSummedIngredient({ name, amount, total, unit, recipes }: Line): SummedIngredient {
  const [first] = recipes.keys();
  const recipeTitle = [...recipes.values()].join(', ');
  return {
    name,
    ...(total === undefined ? { amount, unit } : formatTotal(total, unit)),
    ...(recipes.size === 1 && first !== undefined && { recipeId: first }),
    ...(recipeTitle.length <= maxTitleLength && { recipeTitle }),
  };
}

const metricUnits = new Set(['gram', 'milligram', 'kilogram', 'milliliter', 'deciliter', 'liter']);
const largerUnits: Record<string, readonly [id: string, short: string]> = {
  gram: ['kilogram', 'kg'],
  milliliter: ['liter', 'l'],
};

/** 1200 g is 1.2 kg. Metric units have decimals; cups and spoons have fractions. */
function formatTotal(total: number, written: string): { amount: string; unit: string } {
  const id = unitOf(written);
  const [largerId, largerShort] = largerUnits[id] ?? [];
  if (largerId !== undefined && largerShort !== undefined && total >= 1_000) {
    return formatTotal(convert(total, id, largerId) ?? total, largerShort);
  }
  if (metricUnits.has(id)) return { amount: String(round(total)), unit: written };
  const exact = Math.round(total * 1_000) / 1_000;
  return { amount: formatQuantity(exact) || String(exact), unit: pluralise(written, id, exact) };
}

/** Rounds to three significant digits, or to whole units from 100, which is precise enough for shopping. */
const round = (total: number): number => (total >= 100 ? Math.round(total) : Number(total.toPrecision(3)));

/** "1 clove", "3 cloves". Abbreviations have no plural. */
function pluralise(written: string, id: string, count: number): string {
  const plural = unitsOfMeasure[id]?.plural;
  const isWord = written.toLowerCase() === id || written.toLowerCase() === plural;
  return isWord && plural !== undefined ? (count > 1 ? plural : id) : written;
}
