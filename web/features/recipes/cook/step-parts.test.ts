import { expect, test } from 'vitest';
import { stepParts } from './step-parts.ts';

const names = ['Pork belly, rolled and tied', 'Chicken stock', 'Eggs', 'Soy sauce', 'Ramen noodles'];
const partsOf = (text: string) =>
  stepParts({ recipeId: 'ramen', index: 1, text, names }).map(({ text: part, timer }) =>
    timer ? [part, timer.label] : part,
  );

test('divides a step at its durations, which are named after what is cooked', () => {
  expect(partsOf('Boil the eggs for 6½ minutes. Lay them in soy sauce for 20 minutes.')).toEqual([
    'Boil the eggs for ',
    ['6½ minutes', 'Eggs'],
    '. Lay them in soy sauce for ',
    ['20 minutes', 'Soy sauce'],
    '.',
  ]);
  expect(partsOf('Simmer the rolled pork belly in the stock for 45 minutes')).toEqual([
    'Simmer the rolled pork belly in the stock for ',
    ['45 minutes', 'Pork belly'],
  ]);
  expect(partsOf('Boil the eggs. Wait 5 minutes.')).toEqual(['Boil the eggs. Wait ', ['5 minutes', 'Eggs'], '.']);
});

test('names a timer after its step if nothing else is named', () => {
  expect(partsOf('10 minutes of rest, then the eggs.')).toEqual([['10 minutes', 'Step 2'], ' of rest, then the eggs.']);
});

test('gives each duration of a recipe a timer of its own', () => {
  const ids = [0, 1].flatMap((index) =>
    stepParts({ recipeId: 'ramen', index, text: 'Wait 5 minutes, and 5 minutes more.', names }).flatMap(
      ({ timer }) => timer?.id ?? [],
    ),
  );
  expect(new Set(ids).size).toBe(4);
});
