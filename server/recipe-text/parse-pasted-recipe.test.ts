import fc from 'fast-check';
import { expect, test } from 'vitest';
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
  const line = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300, size: 'max' }),
    fc.constantFrom('Ingredients', 'Method', '250 g flour', '1. Mix', 'Serves 4', 'Total: 5 min'),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 150, size: 'max' }), (lines) => {
      const recipe = parsePastedRecipe(lines.join('\n'));
      expect(recipe?.ingredients.length ?? 0).toBeLessThanOrEqual(100);
      expect(recipe?.instructions.length ?? 0).toBeLessThanOrEqual(100);
    }),
    { numRuns: 50 },
  );
});
