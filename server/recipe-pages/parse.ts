import type { ImportedRecipe } from '../core/contracts/recipe-import.ts';
import { parseRecipePage } from './parse-recipe-page.ts';
import { richestOf } from './recipes-in.ts';
import { recipesInText } from './recipes-in-text.ts';

/** What users import: a page that was fetched, or a pasted text: a page's HTML, JSON-LD, or the words of a recipe. */
export type Imported =
  | { readonly kind: 'page'; readonly html: string; readonly url: string }
  | { readonly kind: 'text'; readonly text: string };

/** Undefined without a recipe. May take long for a hostile input: see `parse-apart.ts`. */
export function parseImported(imported: Imported): ImportedRecipe | undefined {
  return imported.kind === 'page'
    ? parseRecipePage(imported.html, imported.url)
    : richestOf(recipesInText(imported.text));
}
