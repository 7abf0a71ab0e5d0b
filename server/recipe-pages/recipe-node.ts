import { recipeLimits } from '../core/contracts/limits.ts';
import type { ImportedRecipe } from '../core/contracts/recipe-import.ts';
import { parseIngredientLine } from '../recipe-text/ingredients.ts';
import { minutesOf } from './durations.ts';
import { type DataNode, hasType, isNode, listOf } from './nodes.ts';
import { plainLine, plainText } from './plain-text.ts';
import { withSource } from './source-line.ts';
import { stepsIn } from './steps.ts';

type Resolve = (value: unknown) => unknown;
export type RecipeFields = Omit<ImportedRecipe, 'source' | 'type' | 'youtubeUrl'>;

/**
 * The fields of a `Recipe` of schema.org, within the limits of the recipe form.
 * @param resolve replaces a reference by the object that it refers to
 * @param toUrl makes an address of the page absolute; undefined if it is no web address
 */
export function fieldsOf(
  recipe: DataNode,
  resolve: Resolve,
  toUrl: (address: string) => string | undefined,
): RecipeFields {
  const minutes =
    minutesOf(recipe.totalTime) ??
    sum(minutesOf(recipe.prepTime), minutesOf(recipe.cookTime ?? recipe.performTime)) ??
    minutesOf(recipe.duration);
  const servings = servingsOf(recipe.recipeYield ?? recipe.yield ?? recipe.servings);
  const imageUrl = imagesOf(recipe.image ?? recipe.photo ?? recipe.thumbnailUrl, resolve)
    .map(toUrl)
    .find(Boolean);
  return {
    title: textOf(recipe.name ?? recipe.headline).slice(0, recipeLimits.title),
    author: namesOf(recipe.author ?? recipe.creator ?? recipe.publisher, resolve).slice(0, recipeLimits.author),
    imageUrl: imageUrl ?? '',
    description: descriptionOf(recipe),
    ...(minutes !== undefined && { cookingTime: minutes }),
    ...(servings !== undefined && { servings }),
    cuisine: (textOf(recipe.recipeCuisine ?? recipe.cuisine).split(/[,;/|]/)[0] ?? '')
      .trim()
      .slice(0, recipeLimits.cuisine),
    ingredients: ingredientsIn(recipe.recipeIngredient ?? recipe.ingredients ?? recipe.ingredient ?? recipe.supply),
    instructions: stepsIn(recipe.recipeInstructions ?? recipe.instructions ?? recipe.step, resolve),
  };
}

/** Files of other applications name the page from which the recipe came. */
function descriptionOf({ description, summary, sourceUrl }: DataNode): string {
  const text = plainText(firstText(description ?? summary)).slice(0, recipeLimits.description);
  return typeof sourceUrl === 'string' && URL.canParse(sourceUrl) ? withSource(text, sourceUrl) : text;
}

const sum = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined ? other : other === undefined ? one : Math.min(one + other, recipeLimits.cookingTime);

/** A number of servings: `4`, `"4 servings"`, `"Serves 4–6"`, or what a recipe yields: `"24 cookies"`. */
function servingsOf(value: unknown): number | undefined {
  for (const one of listOf(value)) {
    const text = isNode(one) ? String(one.value ?? one.minValue ?? one['@text'] ?? '') : String(one);
    const servings = Number(/\d+/.exec(text)?.[0]);
    if (servings >= 1 && servings <= recipeLimits.servings) return servings;
  }
  return undefined;
}

function imagesOf(value: unknown, resolve: Resolve): string[] {
  const images = listOf(value).map(resolve);
  const widthOf = (image: unknown) => (isNode(image) ? Number.parseInt(String(image.width ?? 0), 10) || 0 : 0);
  return images
    .toSorted((one, other) => widthOf(other) - widthOf(one))
    .flatMap((image) => (isNode(image) ? listOf(image.url ?? image.contentUrl ?? image['@id']) : [image]))
    .map((image) => (isNode(image) ? image['@id'] : image))
    .filter((image) => typeof image === 'string');
}

/** The names of people or organisations, or of the one that a text names. */
function namesOf(value: unknown, resolve: Resolve): string {
  const names = listOf(value)
    .map(resolve)
    .map((one) => textOf(isNode(one) ? (one.name ?? one['@text']) : one))
    .filter((name) => name !== '' && !/^https?:/.test(name));
  return [...new Set(names)].join(', ');
}

function ingredientsIn(value: unknown): ImportedRecipe['ingredients'] {
  const given = listOf(value);
  const values = given.flatMap((one) => (hasItems(one) ? listOf(one.itemListElement) : [one]));
  return values.flatMap(ingredientsOf).slice(0, recipeLimits.ingredients);
}

function ingredientsOf(value: unknown): ImportedRecipe['ingredients'] {
  if (isNode(value) && typeof value.unit === 'string') return [partsOf(value)].filter(({ name }) => name !== '');
  const lines = isNode(value) ? [ingredientText(value)] : plainText(String(value)).split('\n');
  return lines.flatMap((line) => parseIngredientLine(plainLine(line)) ?? []);
}

/** Of an ingredient whose parts are known. */
const partsOf = ({ name, amount, unit }: DataNode): ImportedRecipe['ingredients'][number] => ({
  name: textOf(name).slice(0, recipeLimits.ingredient),
  amount: textOf(amount).slice(0, recipeLimits.amount),
  unit: textOf(unit).slice(0, recipeLimits.unit),
});

const hasItems = (value: unknown): value is DataNode => isNode(value) && hasType(value, 'ItemList');

function ingredientText(node: DataNode): string {
  const { name, item } = node;
  if (isNode(item)) return ingredientText(item);
  if (typeof item === 'string') return item;
  const amount = node.amount ?? node.requiredQuantity ?? node.quantity;
  const quantity = isNode(amount) ? [amount.value, amount.unitText ?? amount.unitCode].join(' ') : textOf(amount);
  const text = `${quantity} ${textOf(name ?? node.text)}`.trim();
  return text === '' ? textOf(node['@text']) : text;
}

const firstText = (value: unknown): string => {
  const [first] = listOf(value);
  return typeof first === 'string' || typeof first === 'number' ? String(first) : '';
};
const textOf = (value: unknown): string => plainLine(firstText(value));
