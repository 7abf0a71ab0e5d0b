import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { ImportedRecipe } from '../core/contracts/recipe-import.ts';
import { decodePage } from './decode-page.ts';
import { parseRecipePage } from './parse-recipe-page.ts';

/** Pages of our own making. Each has the same recipe in a form that is found on the web. */
const folder = resolve(import.meta.dirname, '../../tests/fixtures/recipe-pages');
const address = 'https://kitchen.example/recipes/leek-soup';

const recipe: ImportedRecipe = {
  type: 'image',
  title: 'Leek & potato soup',
  author: 'Mia Lindqvist',
  imageUrl: 'https://kitchen.example/pictures/leek-soup.jpg',
  description: 'A soup for cold evenings.',
  cookingTime: 45,
  servings: 4,
  cuisine: 'French',
  ingredients: [
    { amount: '3', unit: '', name: 'leeks, sliced' },
    { amount: '500', unit: 'g', name: 'potatoes' },
    { amount: '1 1/2', unit: 'l', name: 'vegetable stock' },
    { amount: '', unit: '', name: 'Salt to taste' },
  ],
  instructions: [
    'Fry the leeks in butter until soft.',
    'Add the potatoes and the stock, and simmer for 25 minutes.',
    'Blend, and season with salt.',
  ],
  source: 'page',
};

/** What a page says differently, or cannot say in its form. */
const differences: Readonly<Record<string, Partial<ImportedRecipe>>> = {
  '06-how-to-sections.html': {
    instructions: recipe.instructions.map((step, i) => ['For the base: ', '', 'To finish: '][i] + step),
  },
  '25-hrecipe.html': { cuisine: '' },
  '26-h-recipe.html': { cuisine: '' },
  '27-latin-1.html': { author: 'Jörg Müller', description: 'Für kalte Abende, wärmend.' },
};

const files = readdirSync(folder);
const read = (file: string) => decodePage(readFileSync(join(folder, file)), undefined);

describe('the recipe of a page', () => {
  it('has thirty forms here', () => {
    expect(files).toHaveLength(30);
  });

  it.each(files)('is whole in %s', (file) => {
    expect(parseRecipePage(read(file), address)).toEqual({ ...recipe, ...differences[file] });
  });

  it.each(['', '<p>Soup', '<script type="application/ld+json">{"@type":"Recipe","name":"Soup"}</script>', '{"a":'])(
    'is not found in %j',
    (html) => {
      expect(parseRecipePage(html, address)).toBeUndefined();
    },
  );

  it('has no picture whose address is not on the web', () => {
    const html = (image: string) =>
      `<script type="application/ld+json">{"@type":"Recipe","recipeIngredient":["1 leek"],"image":"${image}"}</script>`;
    for (const image of ['javascript:alert(1)', 'data:image/png;base64,AAAA', 'file:///etc/passwd'])
      expect(parseRecipePage(html(image), address)?.imageUrl).toBe('');
  });

  it('never throws on a damaged page, and satisfies the contract', () => {
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      remove: fc.nat(40),
      add: fc.string({ maxLength: 20 }),
    });
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.array(edit, { maxLength: 8 }), (file, edits) => {
        const damaged = edits.reduce((html, { at, remove, add }) => {
          const start = Math.floor(at * html.length);
          return html.slice(0, start) + add + html.slice(start + remove);
        }, read(file));
        const found = parseRecipePage(damaged, address);
        if (found) expect(Value.Check(ImportedRecipe, found)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('reads pages of any depth', () => {
    const deep = '<div itemscope itemprop="a">'.repeat(20_000);
    const nested = `<script type="application/ld+json">${'{"a":['.repeat(20_000)}</script>`;
    expect(parseRecipePage(deep + nested, address)).toBeUndefined();
  });
});
