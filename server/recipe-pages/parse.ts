import type { ImportedRecipe } from '../core/contracts/recipe-import.ts';
import { parsePastedRecipe } from '../recipe-text/parse-pasted-recipe.ts';
import { parseRecipeJson, parseRecipePage } from './parse-recipe-page.ts';
import { plainText } from './plain-text.ts';

/** What users import: a page that was fetched, or a pasted text: a page's HTML, JSON-LD, or the words of a recipe. */
export type Imported =
  | { readonly kind: 'page'; readonly html: string; readonly url: string }
  | { readonly kind: 'text'; readonly text: string };

/** Undefined without a recipe. May take long for a hostile input: see `parse-apart.ts`. */
export function parseImported(imported: Imported): ImportedRecipe | undefined {
  return imported.kind === 'page' ? parseRecipePage(imported.html, imported.url) : parseText(imported.text);
}

function parseText(text: string): ImportedRecipe | undefined {
  const isHtml = /<[a-z!][^<>]*>/i.test(text);
  const structured = isHtml ? parseRecipePage(text) : /^\s*[[{]/.test(text) ? parseRecipeJson(text) : undefined;
  if (structured) return structured;
  const written = parsePastedRecipe(isHtml ? plainText(text) : text);
  return written && { type: 'image', author: '', imageUrl: '', cuisine: '', ...written, source: 'text' };
}
