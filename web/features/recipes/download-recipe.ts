import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { toMarkdown } from '../../../server/recipe-export/markdown.ts';
import { toSchemaOrg } from '../../../server/recipe-export/schema-org.ts';

/** Saves the recipe as a file, also without a connection. */
export function downloadRecipe(recipe: Recipe, format: 'markdown' | 'json'): void {
  const url = new URL(`/recipe/${recipe.id}`, location.origin).href;
  if (format === 'markdown') save(`${fileName(recipe.title)}.md`, 'text/markdown', toMarkdown(recipe, url));
  else save(`${fileName(recipe.title)}.json`, 'application/ld+json', JSON.stringify(toSchemaOrg(recipe, url), null, 2));
}

function save(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = name;
  link.click();
  // Browsers read the blob after the click has returned: revoking its URL at once would cancel the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Letters and digits of any script, with hyphens between words. */
const fileName = (title: string): string =>
  title
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80) || 'recipe';
