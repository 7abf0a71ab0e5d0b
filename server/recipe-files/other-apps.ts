import { type DataNode, isNode, listOf } from '../recipe-pages/nodes.ts';

/**
 * Recipes as Mealie, Tandoor and Paprika save them, in the form of JSON-LD. RecipeSage and Nextcloud Cookbook save JSON-LD.
 * @param value the content of a JSON file: a recipe, a list of them, or an object with a list
 */
export function recipesOfOtherApps(value: unknown): DataNode[] {
  const candidates: readonly unknown[] = isNode(value) && Array.isArray(value.recipes) ? value.recipes : listOf(value);
  return candidates
    .filter(isNode)
    .map((node) => fromTandoor(node) ?? fromPaprika(node) ?? fromMealie(node))
    .filter((recipe) => recipe !== undefined);
}

function fromMealie(recipe: DataNode): DataNode | undefined {
  const steps = listOf(recipe.recipeInstructions).filter(isNode);
  const ingredients = listOf(recipe.recipeIngredient).filter(isNode);
  if (!('slug' in recipe) || steps.length + ingredients.length === 0) return undefined;
  const sourceUrl = recipe.orgURL ?? recipe.org_url;
  return {
    '@type': 'Recipe',
    ...pick(recipe, ['name', 'description', 'totalTime', 'prepTime']),
    cookTime: recipe.performTime ?? recipe.cookTime,
    recipeYield: [recipe.recipeServings, recipe.recipeYield, recipe.recipeYieldQuantity],
    recipeIngredient: ingredients.map(mealieIngredient),
    recipeInstructions: steps.map((step) => stepIn(textOf(step.title), textOf(step.text))),
    sourceUrl,
  };
}

function mealieIngredient(ingredient: DataNode): DataNode {
  const { food, unit, quantity, note } = ingredient;
  const name = nameOf(food);
  // Without a food, the note is the whole line.
  if (name === '') return { text: textOf(ingredient.originalText) || textOf(ingredient.display) || textOf(note) };
  return quantityOf(quantity, nameOf(unit), name, textOf(note));
}

function fromTandoor(recipe: DataNode): DataNode | undefined {
  const steps = listOf(recipe.steps).filter(isNode);
  if (steps.length === 0 || !('working_time' in recipe || 'waiting_time' in recipe)) return undefined;
  const ingredientsOf = (step: DataNode) => listOf(step.ingredients).filter(isNode).map(tandoorIngredient);
  return {
    '@type': 'Recipe',
    ...pick(recipe, ['name', 'description']),
    prepTime: recipe.working_time,
    cookTime: recipe.waiting_time,
    recipeYield: recipe.servings,
    recipeIngredient: steps.flatMap((step) => ingredientsOf(step).filter(({ isHeader }) => isHeader !== true)),
    recipeInstructions: steps.map((step) =>
      stepIn(textOf(step.name), withIngredients(textOf(step.instruction), ingredientsOf(step))),
    ),
    sourceUrl: recipe.source_url,
  };
}

function tandoorIngredient(ingredient: DataNode): DataNode {
  const { food, unit, amount, note, no_amount: hasNoAmount, is_header: isHeader } = ingredient;
  return {
    ...quantityOf(hasNoAmount === true ? 0 : amount, nameOf(unit), nameOf(food), textOf(note)),
    isHeader,
  };
}

/** Fills in the places of ingredients in the text of a step, such as `{{ ingredients[0] }}`. */
const withIngredients = (text: string, ingredients: readonly DataNode[]): string =>
  text.replace(/\{\{\s*ingredients\[(\d+)\]\s*\}\}/g, (_, index: string) => {
    const { amount, unit, name } = ingredients[Number(index)] ?? {};
    return [amount, unit, name].filter((part) => part !== undefined && part !== '').join(' ');
  });

function fromPaprika(recipe: DataNode): DataNode | undefined {
  const { ingredients, directions } = recipe;
  if (typeof ingredients !== 'string' || typeof directions !== 'string') return undefined;
  return {
    '@type': 'Recipe',
    name: recipe.name,
    description: [recipe.description, recipe.notes].map(textOf).filter(Boolean).join('\n\n'),
    author: recipe.source,
    image: recipe.image_url,
    totalTime: recipe.total_time,
    prepTime: recipe.prep_time,
    cookTime: recipe.cook_time,
    recipeYield: recipe.servings,
    recipeIngredient: ingredients,
    recipeInstructions: directions,
    sourceUrl: recipe.source_url,
  };
}

const stepIn = (title: string, text: string): DataNode =>
  title === ''
    ? { '@type': 'ItemList', itemListElement: text }
    : { '@type': 'HowToSection', name: title, itemListElement: text };

/** An ingredient whose parts are known. */
function quantityOf(quantity: unknown, unit: string, name: string, note: string): DataNode {
  const number = Number(quantity);
  return {
    amount: number > 0 ? String(Math.round(number * 1_000) / 1_000) : '',
    unit: number > 0 ? unit : '',
    name: note === '' ? name : `${name}, ${note}`,
  };
}

const nameOf = (value: unknown): string => textOf(isNode(value) ? value.name : value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const pick = (node: DataNode, names: readonly string[]): DataNode =>
  Object.fromEntries(names.map((name) => [name, node[name]]));
