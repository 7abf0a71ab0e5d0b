import { importLimits } from '../core/contracts/limits.ts';
import type { ImportedRecipe } from '../core/contracts/recipe-import.ts';
import { parsePastedRecipe } from '../recipe-text/parse-pasted-recipe.ts';
import { parseJsonLd } from './json-ld.ts';
import { parseRecipePage } from './parse-recipe-page.ts';
import { plainText } from './plain-text.ts';
import { recipesIn } from './recipes-in.ts';

/** Not `[Serves 4]`. */
const json = /^\s*(?:\{|\[\s*[[{"\]])/;

/**
 * The recipes in a text of unknown form: JSON, a page's HTML, or the words of a recipe.
 * @param fromJson finds the recipes in the value of a JSON text. Default: those of JSON-LD.
 */
export function recipesInText(
  text: string,
  fromJson: (value: unknown) => ReturnType<typeof recipesIn> = (value) => recipesIn([value]),
): ImportedRecipe[] {
  // Before HTML, which may be in its strings.
  if (json.test(text))
    return fromJson(parseJsonLd(text)).map((recipe) => ({ ...recipe, type: 'image', source: 'page' }));
  const isHtml = /<[a-z!][^<>]*>/i.test(text);
  const page = isHtml ? parseRecipePage(text) : undefined;
  if (page) return [page];
  const written = parsePastedRecipe(isHtml ? plainText(text, importLimits.text) : text);
  return written ? [{ type: 'image', author: '', imageUrl: '', cuisine: '', ...written, source: 'text' }] : [];
}
