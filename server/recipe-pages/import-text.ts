import type { ImportedRecipe } from '../core/contracts/recipe-import.ts';
import { parsePastedRecipe } from '../recipe-text/parse-pasted-recipe.ts';
import { parseRecipeJson, parseRecipePage } from './parse-recipe-page.ts';
import { plainText } from './plain-text.ts';
import { RecipePageProblem } from './recipe-page-problem.ts';

/** The recipe in a pasted text: a page's HTML, JSON-LD, or the words of a recipe. @throws RecipePageProblem */
export function importText(text: string): ImportedRecipe {
  const isHtml = /<[a-z!][^<>]*>/i.test(text);
  const structured = isHtml ? parseRecipePage(text) : /^\s*[[{]/.test(text) ? parseRecipeJson(text) : undefined;
  if (structured) return structured;
  const written = parsePastedRecipe(isHtml ? plainText(text) : text);
  if (!written) throw new RecipePageProblem('NO_RECIPE_IN_TEXT');
  return { type: 'image', author: '', imageUrl: '', cuisine: '', ...written, source: 'text' };
}
