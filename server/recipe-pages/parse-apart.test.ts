import { expect, test } from 'vitest';
import { parseImported } from './parse.ts';
import { parseApart } from './parse-apart.ts';

const text = (value: unknown) =>
  ({ kind: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }) as const;

test('parses in a thread', async () => {
  const recipe = { '@type': 'Recipe', name: 'Pie', recipeIngredient: ['1 egg'], recipeInstructions: 'Bake.' };
  expect(await parseApart(text(recipe))).toMatchObject({ title: 'Pie', instructions: ['Bake.'] });
  expect(await parseApart(text('Hello'))).toBeUndefined();
});

test('gives up on what would keep the parser busy', { tags: 'extended', timeout: 30_000 }, async () => {
  expect(await parseApart(text('<b>'.repeat(130_000)))).toBeUndefined();
});

test.each([
  ['to themselves', { '@id': 'A', step: Array.from({ length: 1_000 }, () => ({ '@id': 'A' })) }],
  [
    'to a section that refers to them',
    { '@id': 'A', itemListElement: [{ '@type': 'HowToSection', itemListElement: [{ '@id': 'A' }] }] },
  ],
])('visits steps once that refer %s', (_, steps) => {
  const graph = [
    { '@type': 'Recipe', name: 'Pie', recipeIngredient: ['1 egg'], recipeInstructions: [{ '@id': 'A' }] },
    steps,
  ];
  const startedAt = performance.now();
  expect(parseImported(text({ '@graph': graph }))).toMatchObject({ title: 'Pie' });
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test.each(['constructor', 'toString', '__proto__'])('finds the recipe of a page that names a property %s', (name) => {
  const html = `<div itemscope itemtype="https://schema.org/Recipe" class="hrecipe"><p itemprop="${name}" class="${name}">x</p>
    <h1 itemprop="name">Pie</h1><p itemprop="recipeIngredient">1 egg</p></div>`;
  expect(parseImported({ kind: 'page', html, url: 'https://example.org/' })).toMatchObject({ title: 'Pie' });
});
