import type { ImportedRecipe } from '../core/contracts/recipe-import.ts';
import { parseApart } from './parse-apart.ts';
import { RecipePageProblem } from './recipe-page-problem.ts';

/** The recipe in a pasted text: a page's HTML, JSON-LD, or the words of a recipe. @throws RecipePageProblem */
export async function importText(text: string): Promise<ImportedRecipe> {
  const recipe = await parseApart({ kind: 'text', text });
  if (!recipe) throw new RecipePageProblem('NO_RECIPE_IN_TEXT');
  return recipe;
}
