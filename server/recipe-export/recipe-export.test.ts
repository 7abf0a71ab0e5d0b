import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Recipe } from '../core/contracts/recipes.ts';
import { parseRecipePage } from '../recipe-pages/parse-recipe-page.ts';
import { toMarkdown } from './markdown.ts';
import { toSchemaOrg } from './schema-org.ts';

const url = 'https://potluck.example/recipe/0199';
const recipe: Recipe = {
  id: '0199',
  revision: '0',
  type: 'image',
  title: 'Leek *soup*',
  author: 'Mia',
  authorId: 'mia',
  credited: false,
  imageUrl: '/art/soup.webp',
  cuisine: 'French',
  cookingTime: 45,
  createdAt: '2026-11-26T12:00:00.000Z',
  description: 'For cold evenings.\n~~~\n\n# Not a heading\n\nMac &amp; ~~cheese~~',
  servings: 4,
  difficulty: 'Easy',
  ingredients: [
    { name: 'leeks', amount: '3', unit: '' },
    { name: 'salt', amount: '1/2', unit: 'tsp' },
  ],
  instructions: ['1. Slice.', 'Simmer\nfor 25 minutes.'],
};

test('writes Markdown in which nothing of the text is markup', () => {
  expect(toMarkdown(recipe, url)).toBe(`# Leek \\*soup\\*

By Mia · 45 minutes · For 4 · French · Easy

![Leek \\*soup\\*](<https://potluck.example/art/soup.webp>)

For cold evenings.

\\~\\~\\~

\\# Not a heading

Mac \\&amp; \\~\\~cheese\\~\\~

## Ingredients

- 3 leeks
- 1/2 tsp salt

## Instructions

1. 1\\. Slice.
2. Simmer for 25 minutes.

From <${url}>
`);
});

test('credits the recipe that it is based on, with its address while it is published', () => {
  const basedOn = { recipeId: '0198', title: 'Soup', author: 'Tom' };
  const adapted: Recipe = { ...recipe, basedOn };
  expect(toMarkdown(adapted, url)).toContain(`\n\nBased on Soup by Tom\n\nFrom <${url}>`);
  const credit = { '@type': 'Recipe', name: 'Soup', author: { '@type': 'Person', name: 'Tom' } };
  const address = 'https://potluck.example/recipe/0198';
  expect(toSchemaOrg(adapted, url).isBasedOn).toEqual({ ...credit, url: address });
  const { recipeId: _, ...withdrawn } = basedOn;
  expect(toSchemaOrg({ ...recipe, basedOn: withdrawn }, url).isBasedOn).toEqual(credit);
});

test('leaves out of the Markdown what the recipe does not say', () => {
  const { cookingTime, servings, difficulty, imageUrl, ...rest } = recipe;
  const bare: Recipe = { ...rest, title: 'Soup', cuisine: '', description: '', ingredients: [], instructions: [] };
  expect(toMarkdown(bare, url)).toBe(`# Soup\n\nBy Mia\n\nFrom <${url}>\n`);
});

test('writes JSON-LD that this and other applications import', () => {
  const words = fc
    .array(fc.constantFrom('leek', 'soup', 'slow', 'warm', 'green', 'Käse', '豆腐'), {
      minLength: 1,
      maxLength: 20,
      size: 'max',
    })
    .map((all) => all.join(' '));
  const ingredient = fc.record({
    name: words,
    amount: fc.constantFrom('1', '1/2', '250'),
    unit: fc.constantFrom('g', 'tsp', 'cups'),
  });
  const lengths = new Set<number>();
  fc.assert(
    fc.property(
      fc.array(ingredient, { minLength: 1, maxLength: 100, size: 'max' }),
      fc.array(words, { maxLength: 100, size: 'max' }),
      (ingredients, instructions) => {
        const written: Recipe = { ...recipe, ingredients, instructions };
        lengths.add(ingredients.length);
        const html = `<script type="application/ld+json">${JSON.stringify(toSchemaOrg(written, url))}</script>`;
        const { title, author, servings, cookingTime, cuisine } = written;
        expect(parseRecipePage(html)).toMatchObject({
          title,
          author,
          servings,
          cookingTime,
          cuisine,
          ingredients,
          instructions,
          imageUrl: 'https://potluck.example/art/soup.webp',
        });
      },
    ),
    { numRuns: 60 },
  );
  expect(Math.max(...lengths)).toBeGreaterThan(60);
});
