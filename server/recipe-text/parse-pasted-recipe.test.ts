import fc from 'fast-check';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { ImportedRecipe } from '../core/contracts/recipe-import.ts';
import { parseIngredientList, parsePastedRecipe } from './parse-pasted-recipe.ts';

const ingredients = [
  { name: 'flour', amount: '250', unit: 'g' },
  { name: 'salt', amount: '1/2', unit: 'tsp' },
  { name: 'eggs', amount: '2', unit: '' },
];
const instructions = ['Mix everything.', 'Bake for 20 minutes.'];

test('reads a recipe with headings, times and servings', () => {
  const text = `# Flat bread\n\nGood with soup.\nServes 4 | Prep time: 10 min | Cook: 1 hour 20 minutes\n\nIngredients\n- 250 g flour\n- ½ tsp salt\n- 2 eggs\n\nMethod:\n1. Mix everything.\n2. Bake for 20 minutes.\n\nNotes\nKeeps for a day.`;
  expect(parsePastedRecipe(text)).toEqual({
    title: 'Flat bread',
    description: 'Good with soup.',
    servings: 4,
    cookingTime: 90,
    ingredients,
    instructions,
  });
});

test('takes the total time if it is named', () => {
  const text = 'Bread\nPrep: 10 min\nCook: 20 min\nTotal time: 2 hours\nIngredients\n250 g flour\nMethod\nMix.';
  expect(parsePastedRecipe(text)?.cookingTime).toBe(120);
});

test('reads a recipe without headings: first the amounts, then the steps', () => {
  const text = 'Flat bread\n250 g flour\n1/2 tsp salt\n2 eggs\nMix everything.\nBake for 20 minutes.';
  expect(parsePastedRecipe(text)).toMatchObject({ title: 'Flat bread', ingredients, instructions });
});

test.each([
  ['Zutaten', 'Zubereitung'],
  ['Ingrédients :', 'Préparation :'],
  ['INGREDIENTES', 'PREPARACIÓN'],
  ['**Ingredienti**', '**Preparazione**'],
  ['For the dough:\nIngredients (for 4)', '## Directions'],
])('knows the headings %j and %j', (first, second) => {
  const text = `Bread\n${first}\n250 g flour\n½ tsp salt\n2 eggs\n${second}\nMix everything.\nBake for 20 minutes.`;
  expect(parsePastedRecipe(text)).toMatchObject({ title: 'Bread', ingredients, instructions });
});

test('a list above the only heading is the ingredients', () => {
  const text = 'Bread\n250 g flour\n½ tsp salt\n2 eggs\nDirections\nMix everything. Bake for 20 minutes.';
  expect(parsePastedRecipe(text)).toMatchObject({ title: 'Bread', ingredients, instructions });
});

test('reads speech as captions have it', () => {
  const text = 'today you will need two cups of flour and one egg, now the instructions first mix then bake';
  expect(parsePastedRecipe(text)?.ingredients).toHaveLength(2);
});

test.each(['', 'Hello everyone', 'Lovely weather.\nSee you tomorrow.'])('finds no recipe in %j', (text) => {
  expect(parsePastedRecipe(text)).toBeUndefined();
});

test('reads a list of ingredients without its heading, subheadings and bullets', () => {
  const list = 'Ingredients:\n• 250 g flour\n☐ ½ tsp salt\nFor the filling:\n2 eggs\n\n';
  expect(parseIngredientList(list)).toEqual(ingredients);
});

test('never throws, and respects the limits of the form', () => {
  const words = ['Serves 9999', 'Total: 999 hours', '-', '[x]', '½', '250 g', 'cup', 'flour', 'Bake', '('];
  const long = ['x'.repeat(250), 'y'.repeat(2_100), '1'.repeat(50), '1-'.repeat(40)];
  const word = fc.constantFrom(...words, ...long);
  const line = fc.oneof(
    { arbitrary: fc.string({ unit: 'grapheme', maxLength: 300, size: 'max' }), weight: 1 },
    { arbitrary: fc.array(word, { maxLength: 5, size: 'max' }).map((words) => words.join(' ')), weight: 3 },
  );
  const lines = fc.array(line, { maxLength: 200, size: 'max' });
  const most = { ingredients: 0, instructions: 0 };
  fc.assert(
    fc.property(lines, lines, fc.boolean(), (first, second, hasHeadings) => {
      const all = hasHeadings ? ['Ingredients', ...first, 'Method', ...second] : [...first, ...second];
      const recipe = parsePastedRecipe(all.join('\n'));
      if (!recipe) return;
      most.ingredients = Math.max(most.ingredients, recipe.ingredients.length);
      most.instructions = Math.max(most.instructions, recipe.instructions.length);
      const imported = { type: 'image', author: '', imageUrl: '', source: 'text', ...recipe };
      expect([...Value.Errors(ImportedRecipe, imported)]).toEqual([]);
    }),
    { numRuns: 100, examples: [[Array(101).fill('1 egg'), Array(101).fill('Bake.'), true]] },
  );
  expect(most).toEqual({ ingredients: 100, instructions: 100 });
});

test('keeps the characters that join others, and drops those without a width', () => {
  const text = 'Pie\nIngredients\n250 g fl\u00ADour\nMethod\n1\uFE0F\u20E3 می\u200Cپزیم\u200F.\n2\uFE0F\u20E3 Bake.\n-';
  expect(parsePastedRecipe(text)).toMatchObject({
    ingredients: [{ name: 'flour' }],
    instructions: ['می\u200Cپزیم.', expect.stringMatching(/^Bake\./)],
  });
});
