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

test.each([
  ['Total time: 1 hour and 15 minutes', 75],
  ['Total: 1 hour hr 15 minutes mins', 75],
  ['Temps total : 1 h 15', 75],
  ['Temps de préparation : 15 minutes\nTemps de cuisson : 30 minutes\nTemps total : 45 minutes', 45],
  ['Prep: 10 min, Cook: 20 min, Total: 30 min', 30],
  ['Prep: 10 min\nCook: 20 min', 30],
])('reads the time of %j', (times, minutes) => {
  const text = `Bread\n${times}\nIngredients\n250 g flour\nMethod\nMix.`;
  expect(parsePastedRecipe(text)).toMatchObject({ title: 'Bread', description: '', cookingTime: minutes });
});

test.each([
  'Zutaten für 4 Personen\n200 g Mehl\n3 Äpfel\nZimt\nSalz\nZubereitung\nMischen.\nBacken.',
  'Für 4 Personen\n200 g Mehl\n3 Äpfel\nZimt\nSalz\nZubereitung\nMischen.\nBacken.',
  'Serves 4\n200 g Mehl\n3 Äpfel\nZimt\nSalz\nPreparation method\n1. Mischen.\n2. Backen.',
])('reads what has no amount, and for how many, with one heading or both: %j', (text) => {
  expect(parsePastedRecipe(`Apfelkuchen\n${text}`)).toEqual({
    title: 'Apfelkuchen',
    description: '',
    servings: 4,
    ingredients: [
      { name: 'Mehl', amount: '200', unit: 'g' },
      { name: 'Äpfel', amount: '3', unit: '' },
      { name: 'Zimt', amount: '', unit: '' },
      { name: 'Salz', amount: '', unit: '' },
    ],
    instructions: ['Mischen.', 'Backen.'],
  });
});

test('keeps a line with a link, without the link, unless it is about the link only', () => {
  const text =
    'Noodles\nIngredients\n2 tbsp gochujang (https://shop.example/x)\nMy pan: https://shop.example/y\n200 g noodles\nMethod\nMake the dough (see https://blog.example/dough) and rest it for 1 hour.\nwww.blog.example/video\nBoil.';
  expect(parsePastedRecipe(text)).toMatchObject({
    ingredients: [{ name: 'gochujang' }, { name: 'noodles' }],
    instructions: ['Make the dough and rest it for 1 hour.', 'Boil.'],
  });
});

test.each(['www.', '(see www.x ', 'https://a '])('reads a line of 400,000 characters of %j in time', (part) => {
  const text = `Ingredients\n2 eggs\nMethod\nBoil.\n${part.repeat(390_000 / part.length)}`;
  expect(parsePastedRecipe(text)?.instructions[0]).toBe('Boil.');
});

test('leaves a quantity in other units out of the name, and a size in it', () => {
  expect(parseIngredientList('1 cup plus 2 tablespoons flour')).toEqual([
    { name: '1 cup plus 2 tablespoons flour', amount: '', unit: '' },
  ]);
  expect(parseIngredientList('200g/7oz plain flour\n2-inch piece ginger')).toEqual([
    { name: 'plain flour', amount: '200', unit: 'g' },
    { name: '2-inch piece ginger', amount: '', unit: '' },
  ]);
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

test.each(['Mix everything.\nBake for 20 minutes.', '1. Mix everything\n2. Bake for 20 minutes'])(
  'what follows a list without another heading is the steps: %j',
  (steps) => {
    const text = `Bread\nIngredients\n250 g flour\n2 eggs\nSalt to taste\n${steps}`;
    const { ingredients = [], instructions = [] } = parsePastedRecipe(text) ?? {};
    expect(ingredients.map(({ name }) => name)).toEqual(['flour', 'eggs', 'Salt to taste']);
    expect(instructions.map((step) => step.replace('.', ''))).toEqual(['Mix everything', 'Bake for 20 minutes']);
  },
);

test('ingredients that end with a full stop are no steps', () => {
  const text = 'Bread\nIngredients\n250 g flour.\n2 eggs.\nSalt.';
  expect(parsePastedRecipe(text)).toMatchObject({ ingredients: [{}, {}, {}], instructions: [] });
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
