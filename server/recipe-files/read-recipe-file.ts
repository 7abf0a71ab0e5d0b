import type { ImportedRecipe } from '../core/contracts/recipe-import.ts';
import { parseJsonLd } from '../recipe-pages/json-ld.ts';
import { parseRecipePage } from '../recipe-pages/parse-recipe-page.ts';
import { recipesIn } from '../recipe-pages/recipes-in.ts';
import { parsePastedRecipe } from '../recipe-text/parse-pasted-recipe.ts';
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
    for (const recipe of recipesOf(new TextDecoder().decode(one.bytes))) found.push(recipe);
  }
  return found.slice(0, maxRecipes);
}

function recipesOf(text: string): ImportedRecipe[] {
  if (/^\s*[[{]/.test(text)) {
    const value = parseJsonLd(text);
    const marked = recipesIn([value]);
    const recipes = marked.length > 0 ? marked : recipesIn(recipesOfOtherApps(value));
    return recipes.map((recipe) => ({ ...recipe, type: 'image', source: 'page' }));
  }
  const isHtml = /<[a-z!][^<>]*>/i.test(text);
  const page = isHtml ? parseRecipePage(text) : undefined;
  const written = isHtml ? undefined : parsePastedRecipe(text);
  if (page) return [page];
  return written ? [{ type: 'image', author: '', imageUrl: '', cuisine: '', ...written, source: 'text' }] : [];
}
