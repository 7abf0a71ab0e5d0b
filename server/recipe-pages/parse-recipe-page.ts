import { recipeLimits } from '../core/contracts/limits.ts';
import type { ImportedRecipe } from '../core/contracts/recipe-import.ts';
import { readPage } from './page-data.ts';
import { plainLine } from './plain-text.ts';
import { absoluteTo, recipesIn, richestOf } from './recipes-in.ts';

/**
 * The recipe in the structured data of a page: JSON-LD, microdata, RDFa Lite, or the hRecipe and h-recipe microformats.
 * Undefined if the page has none with ingredients or steps. Never throws.
 * @param url the address of the page, to which its links are relative
 */
export function parseRecipePage(html: string, url?: string): ImportedRecipe | undefined {
  const { jsonLd, items, meta, title, base } = readPage(html);
  const toUrl = absoluteTo(absoluteTo(url)(base ?? '') ?? url);
  const recipe = richestOf(recipesIn(jsonLd, toUrl)) ?? richestOf(recipesIn(items, toUrl));
  if (!recipe) return undefined;
  const pageTitle = meta.get('og:title') ?? title;
  return {
    ...recipe,
    type: 'image',
    title: recipe.title || plainLine(pageTitle).slice(0, recipeLimits.title),
    imageUrl: recipe.imageUrl || (toUrl(meta.get('og:image') ?? '') ?? ''),
    description:
      recipe.description || plainLine(meta.get('og:description') ?? meta.get('description') ?? '').slice(0, 500),
    source: 'page',
  };
}
