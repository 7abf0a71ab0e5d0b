import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { ImportedRecipe } from '../core/contracts/recipe-import.ts';
import { parseImported } from '../recipe-pages/parse.ts';
import { readRecipeFile } from './read-recipe-file.ts';
import { ArchiveTooLarge } from './unpack.ts';

/** Files of our own making, in the formats of other applications. Each has the same recipe. */
const read = (name: string): Uint8Array =>
  readFileSync(resolve(import.meta.dirname, `../../tests/fixtures/recipe-files/${name}.json`));
const picture = new Uint8Array(1_000);
const bytesOf = (text: string) => new TextEncoder().encode(text);

const recipe = {
  type: 'image',
  title: 'Leek & potato soup',
  cookingTime: 45,
  servings: 4,
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
} satisfies Partial<ImportedRecipe>;
/** Mealie and Tandoor store amounts as decimals. */
const withDecimals = recipe.ingredients.with(2, { amount: '1.5', unit: 'l', name: 'vegetable stock' });
const description = 'A soup for cold evenings.\n\nFrom https://kitchen.example/leek-soup';

describe('a file of another application', () => {
  it.each([
    ['Mealie', zipSync({ 'leek/leek.json': read('mealie'), 'leek/images/a.webp': picture }), withDecimals],
    [
      'Tandoor',
      zipSync({ 'recipe_1.zip': zipSync({ 'recipe.json': read('tandoor'), 'image.png': picture }) }),
      withDecimals.with(3, { amount: '', unit: '', name: 'salt' }),
    ],
    ['Paprika', zipSync({ 'Leek & potato soup.paprikarecipe': gzipSync(read('paprika')) }), recipe.ingredients],
  ])('is read whole: %s', (_, bytes, ingredients) => {
    expect(readRecipeFile({ name: 'export', bytes })).toEqual([
      expect.objectContaining({ ...recipe, ingredients, description }),
    ]);
  });

  it.each([
    ['RecipeSage', read('recipesage')],
    [
      'Nextcloud Cookbook',
      zipSync({ 'Leek soup/recipe.json': read('nextcloud-cookbook'), 'Leek soup/full.jpg': picture }),
    ],
  ])('is read whole: %s', (_, bytes) => {
    expect(readRecipeFile({ name: 'export', bytes })).toEqual([expect.objectContaining(recipe)]);
  });

  it('may hold many recipes, of which those without content are skipped', () => {
    const entries = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i}/recipe.json`, read('mealie')]));
    const bytes = zipSync({
      ...entries,
      'a.json': bytesOf('{"name":"x"}'),
      'b.json': bytesOf('{'),
      '__MACOSX/0.json': read('mealie'),
    });
    expect(readRecipeFile({ name: 'export.zip', bytes })).toHaveLength(300);
  });

  it('may be a page or a text', () => {
    const text = bytesOf('Soup\nIngredients\n3 leeks\nMethod\nSimmer.');
    expect(readRecipeFile({ name: 'soup.txt', bytes: text })).toMatchObject([
      { title: 'Soup', instructions: ['Simmer.'] },
    ]);
    const page = readFileSync(resolve(import.meta.dirname, '../../tests/fixtures/recipe-pages/19-microdata.html'));
    expect(readRecipeFile({ name: 'soup.html', bytes: page })).toMatchObject([{ title: recipe.title }]);
  });
});

describe('a text of unknown form', () => {
  const json = JSON.stringify({
    ...{ '@type': 'Recipe', name: 'Soup', description: '<p>Warm</p>' },
    ...{ recipeIngredient: ['3 leeks'], recipeInstructions: ['Simmer.'] },
  });
  const bracketed = '[Serves 4]\n\nIngredients\n3 leeks\n\nMethod\nSimmer.';
  const long = `<p>Ingredients<p>3 leeks<p>Method<p>Simmer.<!--${'x'.repeat(150_000)}--><p>Serve.`;
  it.each([
    ['JSON-LD with markup in it', json, ['Simmer.'], 'page'],
    ['words that begin with a bracket', bracketed, ['Simmer.'], 'text'],
    ['a long page', long, ['Simmer.', 'Serve.'], 'text'],
  ])('is read alike from a file and from the clipboard: %s', (_, text, instructions, source) => {
    const found = { ingredients: [{ name: 'leeks', amount: '3', unit: '' }], instructions, source };
    expect(readRecipeFile({ name: 'soup', bytes: bytesOf(text) })).toMatchObject([found]);
    expect(parseImported({ kind: 'text', text })).toMatchObject(found);
  });

  it.each(['{"ingredients": "3 leeks', '{"a":"x\\n2 cups flour\\n3 eggs"}'])('is not read as words: %s', (text) => {
    expect(readRecipeFile({ name: 'soup.json', bytes: bytesOf(text) })).toEqual([]);
  });
});

describe('a hostile archive', () => {
  it('with a huge entry is refused before it is unpacked', () => {
    const bytes = zipSync({ 'a.json': new Uint8Array(31 * 1024 * 1024) });
    expect(bytes.length).toBeLessThan(100_000);
    expect(() => readRecipeFile({ name: 'a.zip', bytes })).toThrow(ArchiveTooLarge);
  });

  it('that declares no size for what it stores is refused', () => {
    const bytes = zipSync({ 'a.json': new Uint8Array(31 * 1024 * 1024) }, { level: 0 });
    // The directory begins with the entry, whose size is at offset 24.
    const directory = Buffer.from(bytes.buffer).lastIndexOf('PK\u0001\u0002');
    new DataView(bytes.buffer).setUint32(directory + 24, 0, true);
    expect(() => readRecipeFile({ name: 'a.zip', bytes })).toThrow(ArchiveTooLarge);
  });

  it('with too many entries is refused', () => {
    const entries = Object.fromEntries(Array.from({ length: 5_001 }, (_, i) => [`${i}.json`, new Uint8Array(1)]));
    expect(() => readRecipeFile({ name: 'a.zip', bytes: zipSync(entries, { level: 0 }) })).toThrow(ArchiveTooLarge);
  });

  it('that declares a smaller size than it has is cut', () => {
    const bytes = gzipSync(bytesOf(`${' '.repeat(1_000_000)}{}`));
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(bytes.length - 4, 1_000, true);
    const before = process.memoryUsage().arrayBuffers;
    expect(readRecipeFile({ name: 'a.paprikarecipe', bytes })).toEqual([]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(500_000);
  });

  it('with archives in archives in archives is not followed', () => {
    const inner = zipSync({ 'recipe.json': read('mealie') });
    const bytes = zipSync({ 'a.zip': zipSync({ 'b.zip': zipSync({ 'c.zip': inner }) }) });
    expect(readRecipeFile({ name: 'a.zip', bytes })).toEqual([]);
  });

  it('that is damaged is an error', () => {
    const bytes = zipSync({ 'recipe.json': read('mealie') }).subarray(0, 200);
    expect(() => readRecipeFile({ name: 'a.zip', bytes })).toThrow();
  });
});
