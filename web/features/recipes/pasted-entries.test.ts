import { expect, test } from 'vitest';
import { withoutPasted, withPastedIngredients, withPastedSteps } from './pasted-entries.ts';
import { emptyDraft } from './recipe-draft.ts';

const water = { name: 'water', amount: '1', unit: 'l' };
const list = '• 250 g flour\n• ½ tsp salt\nFor the filling:\npepper';
const parsed = [
  { name: 'flour', amount: '250', unit: 'g' },
  { name: 'salt', amount: '1/2', unit: 'tsp' },
  { name: 'pepper', amount: '', unit: '' },
];

test('adds a pasted list after the ingredients', () => {
  const pasted = withPastedIngredients({ ...emptyDraft, ingredients: [water] }, list);
  expect(pasted?.draft.ingredients).toEqual([water, ...parsed]);
  expect(pasted?.summary).toBe('3 ingredients');
});

test('fills in a whole recipe, and keeps what the user wrote', () => {
  const text = `Bread\nServes 4\nIngredients\n${list}\nMethod\n1. Mix.\n2. Bake.`;
  const pasted = withPastedIngredients({ ...emptyDraft, servings: '2' }, text);
  expect(pasted?.draft).toMatchObject({
    title: 'Bread',
    servings: '2',
    ingredients: parsed,
    instructions: ['Mix.', 'Bake.'],
  });
  expect(pasted?.summary).toBe('3 ingredients and 2 steps');
});

test('adds pasted steps, by their numbers or lines', () => {
  const draft = { ...emptyDraft, instructions: ['Wash.'] };
  expect(withPastedSteps(draft, 'Method\n1. Mix\nwell.\n2. Bake.')?.draft.instructions).toEqual([
    'Wash.',
    'Mix well.',
    'Bake.',
  ]);
  expect(withPastedSteps(draft, 'Mix well.\nBake.')?.draft.instructions).toEqual(['Wash.', 'Mix well.', 'Bake.']);
});

test('leaves a single line to the field', () => {
  expect(withPastedIngredients(emptyDraft, ' 250 g flour\n')).toBeUndefined();
  expect(withPastedSteps(emptyDraft, 'Mix.')).toBeUndefined();
});

test('keeps to the limits of a recipe', () => {
  const many = Array.from({ length: 300 }, (_, i) => `${i + 1} g spice ${i}`).join('\n');
  expect(withPastedIngredients(emptyDraft, many)?.draft.ingredients).toHaveLength(100);
});

test('takes back what was pasted, but not what the user changed since', () => {
  const before = { ...emptyDraft, title: 'Bread' };
  const after = withPastedIngredients(before, list)?.draft ?? before;
  expect(withoutPasted({ ...after, title: 'Flat bread' }, before, after)).toEqual({ ...before, title: 'Flat bread' });
});
