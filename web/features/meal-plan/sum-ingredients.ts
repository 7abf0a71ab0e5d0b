import {
  addToSum,
  isEmptyQuantity,
  quantityOfSum,
  type Sum,
  startSum,
} from '../../../server/core/contracts/quantities.ts';
import type { Recipe, RecipeIngredient } from '../../../server/core/contracts/recipes.ts';
import { stems } from '../../lib/words.ts';

export type Dish = Pick<Recipe, 'id' | 'title' | 'ingredients'>;

/** An item for the grocery list. */
export interface SummedIngredient extends RecipeIngredient {
  readonly recipeId?: string;
  readonly recipeTitle?: string;
}

/** The sum of one ingredient in one unit. */
interface Line {
  name: string;
  sum: Sum;
  readonly recipes: Map<string, string>;
}

/** Adds the ingredient to the first line whose unit allows it. Returns that line. */
function addToLines(lines: Line[], ingredient: RecipeIngredient): Line {
  for (const line of lines) {
    const sum = addToSum(line.sum, ingredient);
    if (sum) {
      line.sum = sum;
      return line;
    }
  }
  const line: Line = { name: ingredient.name, sum: startSum(ingredient), recipes: new Map() };
  lines.push(line);
  return line;
}

/** Sums the ingredients of dishes by name. Amounts whose units cannot be converted into each other stay separate. */
export function sumIngredients(dishes: readonly Dish[]): SummedIngredient[] {
  const linesByName = new Map<string, Line[]>();
  for (const dish of dishes) {
    for (const ingredient of dish.ingredients) {
      const key = stems(ingredient.name).join(' ') || ingredient.name;
      const lines = linesByName.get(key) ?? [];
      linesByName.set(key, lines);
      const line = addToLines(lines, ingredient);
      if (ingredient.name.length > line.name.length) line.name = ingredient.name; // "Onions" rather than "Onion".
      line.recipes.set(dish.id, dish.title);
    }
  }
  return [...linesByName.values()].flatMap((lines) => omitBareLines(lines).map(toSummedIngredient));
}

/** Omits lines without an amount if the ingredient has other lines. */
const omitBareLines = (lines: Line[]): Line[] =>
  lines.length > 1 ? lines.filter(({ sum }) => !isEmptyQuantity(sum)) : lines;

const maxTitleLength = 200;

function toSummedIngredient({ name, sum, recipes }: Line): SummedIngredient {
  const [first] = recipes.keys();
  const recipeTitle = [...recipes.values()].join(', ');
  return {
    name,
    ...quantityOfSum(sum),
    ...(recipes.size === 1 && first !== undefined && { recipeId: first }),
    ...(recipeTitle.length <= maxTitleLength && { recipeTitle }),
  };
}
