import type { ImportedRecipe } from '../../../server/core/contracts/recipe-import.ts';
import { readRecipeFile } from '../../../server/recipe-files/read-recipe-file.ts';

/** Collections with a picture in each recipe have some hundred MB. */
const maxBytes = 500 * 1024 * 1024;

/** The recipes in a file of the user's. It is read in the browser. @throws Error whose message is for the user */
export async function readFile(file: File): Promise<ImportedRecipe[]> {
  if (file.size > maxBytes) throw new Error('This file is larger than 500 MB. Export fewer recipes at a time.');
  const bytes = await bytesOf(file);
  let recipes: ImportedRecipe[];
  try {
    recipes = readRecipeFile({ name: file.name, bytes });
  } catch (error) {
    throw new Error('This file is damaged or too large. Export it again, with fewer recipes.', { cause: error });
  }
  if (recipes.length === 0)
    throw new Error('No recipe was found in this file. Choose one that a recipe application has exported.');
  return recipes;
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    // It was moved or changed since it was chosen, or the browser may not read it.
    throw new Error('This file could not be read. Choose it again.', { cause: error });
  }
}
