import type { Recipe } from '../core/contracts/recipes.ts';
import { ingredientLine } from './ingredient-line.ts';

/**
 * The recipe as Markdown (CommonMark), to keep as a file, print or paste anywhere.
 * @param url the address of its page
 */
export function toMarkdown(recipe: Recipe, url: string): string {
  const { title, author, imageUrl, cookingTime, servings, cuisine, difficulty, description } = recipe;
  const facts = [
    `By ${author}`,
    cookingTime !== undefined && `${cookingTime} minutes`,
    servings !== undefined && `For ${servings}`,
    cuisine !== '' && cuisine,
    difficulty,
  ].filter((fact) => typeof fact === 'string');
  const sections = [
    `# ${escapeLine(title)}`,
    escapeLine(facts.join(' · ')),
    imageUrl !== undefined && `![${escapeLine(title)}](<${escapeUrl(new URL(imageUrl, url).href)}>)`,
    description !== '' && escapeParagraphs(description),
    recipe.ingredients.length > 0 && '## Ingredients',
    recipe.ingredients.map((ingredient) => `- ${escapeLine(ingredientLine(ingredient))}`).join('\n'),
    recipe.instructions.length > 0 && '## Instructions',
    recipe.instructions.map((step, index) => `${index + 1}. ${escapeLine(step)}`).join('\n'),
    recipe.basedOn && escapeLine(`Based on ${recipe.basedOn.title} by ${recipe.basedOn.author}`),
    `From <${escapeUrl(url)}>`,
  ];
  return `${sections.filter((section) => typeof section === 'string' && section !== '').join('\n\n')}\n`;
}

/** Escapes what would be markup or an entity, also strikethrough of GitHub's dialect, and joins lines, as a line break could end the item. */
const escapeLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_~&[\]<>]/g, '\\$&')
    // Blocks, which begin at the start of a line.
    .replace(/^(?:[#+-]|\d+(?=[.)]))/, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));

const escapeParagraphs = (text: string): string =>
  text
    .split(/\s*\n\s*/)
    .map(escapeLine)
    .filter((line) => line !== '')
    .join('\n\n');

const escapeUrl = (url: string): string => url.replace(/[<>\s]/g, encodeURIComponent);
