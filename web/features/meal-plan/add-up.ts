import { formatQuantity } from 'format-quantity';
import { numericQuantity } from 'numeric-quantity';
import { convertUnit, unitsOfMeasure } from 'parse-ingredient';
import type { Recipe, RecipeIngredient } from '../../../server/core/contracts/recipes.ts';
import { stems } from '../../lib/words.ts';

export type Cooked = Pick<Recipe, 'id' | 'title' | 'ingredients'>;

/** An ingredient as it goes onto the grocery list. */
export interface Needed extends RecipeIngredient {
  readonly recipeId?: string;
  readonly recipeTitle?: string;
}

/** What is to be bought of one thing in one unit. Without `total`, the amount is taken as it was written. */
interface Line {
  name: string;
  readonly amount: string;
  total: number | undefined;
  readonly unit: string;
  readonly recipes: Map<string, string>;
}

/** As the British and the French write them. */
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

/** The unit that is meant; of "T" and "t" one is a tablespoon. What is no known unit stays as it is. */
function unitOf(written: string): string {
  const lower = written.toLowerCase();
  return units.get(written) ?? units.get(lower) ?? spellings[lower] ?? lower;
}

/** A comma before one or two digits parts the decimals, as in much of the world. */
function numberOf(amount: string): number | undefined {
  const number = numericQuantity(amount, /^\d+,\d{1,2}$/.test(amount) ? { decimalSeparator: ',' } : {});
  return Number.isFinite(number) ? number : undefined;
}

/** What `count` of a unit is in another; undefined where the one cannot be the other. */
function converted(count: number, from: string, to: string): number | undefined {
  if (unitOf(from) === unitOf(to)) return count;
  return convertUnit(count, unitOf(from), unitOf(to)) ?? undefined;
}

/** Takes the ingredient into the line if the units allow. */
function takenInto(line: Line, { amount, unit }: RecipeIngredient): boolean {
  if (amount === '' && unit === '') return true; // Some of it: there is a line of it.
  const number = numberOf(amount);
  if (number === undefined || line.total === undefined) return false;
  const more = converted(number, unit, line.unit);
  if (more === undefined) return false;
  line.total += more;
  return true;
}

/** All that a week's dishes need. The same thing is one line for each kind of unit, with its amounts added up. */
export function addUp(dishes: readonly Cooked[]): Needed[] {
  const things = new Map<string, Line[]>();
  for (const dish of dishes) {
    for (const ingredient of dish.ingredients) {
      const thing = stems(ingredient.name).join(' ') || ingredient.name;
      const lines = things.get(thing) ?? [];
      things.set(thing, lines);
      let line = lines.find((each) => takenInto(each, ingredient));
      if (!line) {
        const { name, amount, unit } = ingredient;
        line = { name, amount, unit, total: numberOf(amount), recipes: new Map() };
        lines.push(line);
      }
      if (ingredient.name.length > line.name.length) line.name = ingredient.name; // "Onions" rather than "Onion".
      line.recipes.set(dish.id, dish.title);
    }
  }
  return [...things.values()].flatMap((lines) => worded(lines).map(needed));
}

/** Some of a thing is no line of its own beside an amount of it. */
const worded = (lines: Line[]): Line[] =>
  lines.length > 1 ? lines.filter(({ amount, unit }) => amount !== '' || unit !== '') : lines;

const longestTitle = 200;

function needed({ name, amount, total, unit, recipes }: Line): Needed {
  const [first] = recipes.keys();
  const recipeTitle = [...recipes.values()].join(', ');
  return {
    name,
    ...(total === undefined ? { amount, unit } : quantity(total, unit)),
    ...(recipes.size === 1 && first !== undefined && { recipeId: first }),
    ...(recipeTitle.length <= longestTitle && { recipeTitle }),
  };
}

const metric = new Set(['gram', 'milligram', 'kilogram', 'milliliter', 'deciliter', 'liter']);
const larger: Record<string, readonly [id: string, short: string]> = {
  gram: ['kilogram', 'kg'],
  milliliter: ['liter', 'l'],
};

/** 1200 g is 1.2 kg; grams and the like have decimals, cups and spoons fractions. */
function quantity(total: number, written: string): { amount: string; unit: string } {
  const id = unitOf(written);
  const [largerId, largerShort] = larger[id] ?? [];
  if (largerId !== undefined && largerShort !== undefined && total >= 1_000) {
    return quantity(converted(total, id, largerId) ?? total, largerShort);
  }
  if (metric.has(id)) return { amount: String(rounded(total)), unit: written };
  const exact = Math.round(total * 1_000) / 1_000;
  return { amount: formatQuantity(exact) || String(exact), unit: inNumber(written, id, exact) };
}

/** Three digits say enough in a shop, and so do whole grams. */
const rounded = (total: number): number => (total >= 100 ? Math.round(total) : Number(total.toPrecision(3)));

/** "1 clove", "3 cloves"; abbreviations stay. */
function inNumber(written: string, id: string, count: number): string {
  const plural = unitsOfMeasure[id]?.plural;
  const isWord = written.toLowerCase() === id || written.toLowerCase() === plural;
  return isWord && plural !== undefined ? (count > 1 ? plural : id) : written;
}
