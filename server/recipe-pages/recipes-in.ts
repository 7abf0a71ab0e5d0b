import { recipeLimits } from '../core/contracts/limits.ts';
import { referencesIn } from './json-ld.ts';
import { allNodes, hasType } from './nodes.ts';
import { fieldsOf, type RecipeFields } from './recipe-node.ts';

/** Makes an address absolute. Undefined if it is no web address. */
export type ToUrl = (address: string) => string | undefined;

/**
 * All recipes with ingredients or steps in structured data, in order.
 * @param toUrl default: only absolute addresses are accepted
 */
export function recipesIn(values: readonly unknown[], toUrl: ToUrl = absoluteTo(undefined)): RecipeFields[] {
  const nodes = allNodes(values);
  const resolve = referencesIn(nodes);
  return nodes
    .filter((node) => hasType(node, 'Recipe'))
    .map((node) => fieldsOf(node, resolve, toUrl))
    .filter((recipe) => contentSize(recipe) > 0);
}

type Content = Pick<RecipeFields, 'ingredients' | 'instructions'>;

/** Of several recipes, such as related ones, the one with the most content, the first of equals. */
export const richestOf = <Recipe extends Content>(recipes: readonly Recipe[]): Recipe | undefined =>
  recipes.reduce<Recipe | undefined>(
    (best, one) => (best === undefined || contentSize(one) > contentSize(best) ? one : best),
    undefined,
  );

const contentSize = ({ ingredients, instructions }: Content): number => ingredients.length + instructions.length;

export const absoluteTo =
  (base: string | undefined): ToUrl =>
  (address) => {
    const text = address.trim();
    if (text === '' || !URL.canParse(text, base)) return undefined;
    const { protocol, href } = new URL(text, base);
    return /^https?:$/.test(protocol) && href.length <= recipeLimits.url ? href : undefined;
  };
