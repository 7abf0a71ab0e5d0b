import type { ImportedRecipe } from '../../../server/core/contracts/recipe-import.ts';
import { readRecipeFile } from '../../../server/recipe-files/read-recipe-file.ts';

/** Collections with a picture in each recipe have some hundred MB. */
const maxBytes = 500 * 1024 * 1024;

/** The recipes in a file of the user's. It is read in the browser. @throws Error whose message is for the user */
export async function readFile(file: File): Promise<ImportedRecipe[]> {
  if (file.size > maxBytes) throw new Error('This file is too large for a collection of recipes');
  const bytes = new Uint8Array(await file.arrayBuffer());
  let recipes: ImportedRecipe[];
  try {
    recipes = readRecipeFile({ name: file.name, bytes });
  } catch (error) {
    throw new Error('This file is damaged or too large', { cause: error });
  }
  if (recipes.length === 0) throw new Error('No recipe was found in this file');
  return recipes;
}
