import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { parseImported } from './parse.ts';
import { createParseApart, parseApart, startThread } from './parse-apart.ts';

const text = (value: unknown) =>
  ({ kind: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }) as const;

test('parses in a thread', async () => {
  const recipe = { '@type': 'Recipe', name: 'Pie', recipeIngredient: ['1 egg'], recipeInstructions: 'Bake.' };
  expect(await parseApart(text(recipe))).toMatchObject({ title: 'Pie', instructions: ['Bake.'] });
  expect(await parseApart(text('Hello'))).toBeUndefined();
});

test('ends a thread that takes too long, says so, and parses the next one in another', async () => {
  const threads: Worker[] = [];
  const parse = createParseApart({
    timeoutMs: 1_000,
    startThread: () => {
      const thread = startThread();
      threads.push(thread);
      return thread;
    },
  });
  // Some 15 s of work.
  const html = '<b>'.repeat(130_000);
  await expect(parse(text(html))).rejects.toMatchObject({ code: 'TEXT_TOO_COMPLEX' });
  // The id of a thread that has ended.
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
  await expect(parse({ kind: 'page', html, url: 'https://example.org/' })).rejects.toMatchObject({
    code: 'PAGE_TOO_COMPLEX',
  });
});

test('passes a fault of the parser on', async () => {
  const faulty = `require('node:worker_threads').parentPort.on('message', () => { throw new TypeError('a fault'); })`;
  const parse = createParseApart({ startThread: () => new Worker(faulty, { eval: true }) });
  await expect(parse(text('Hello'))).rejects.toThrow('a fault');
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
