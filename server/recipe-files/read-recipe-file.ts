import type { ImportedRecipe } from '../core/contracts/recipe-import.ts';
import { recipesIn } from '../recipe-pages/recipes-in.ts';
import { recipesInText } from '../recipe-pages/recipes-in-text.ts';
import { recipesOfOtherApps } from './other-apps.ts';
import { type PackedFile, unpack } from './unpack.ts';

/** Of one file. */
const maxRecipes = 2_000;

/**
 * The recipes in a file that was saved by another application (Mealie, Tandoor, Paprika, RecipeSage, Nextcloud Cookbook), or
 * in a page or text. Entries of an archive without a recipe are skipped.
 * @throws ArchiveTooLarge, and the errors of damaged archives
 */
export function readRecipeFile(file: PackedFile): ImportedRecipe[] {
  const found: ImportedRecipe[] = [];
  for (const one of unpack(file)) {
    if (found.length >= maxRecipes) break;
    // Not `push(...)`: a file may have more recipes than a call has arguments.
    for (const recipe of recipesInText(new TextDecoder().decode(one.bytes), recipesOfValue)) found.push(recipe);
  }
  return found.slice(0, maxRecipes);
}

/** Of the files of other applications, those with JSON-LD are read by the same code as a page's. */
function recipesOfValue(value: unknown): ReturnType<typeof recipesIn> {
  const marked = recipesIn([value]);
  return marked.length > 0 ? marked : recipesIn(recipesOfOtherApps(value));
}
