import { expect, test } from 'vitest';
import type { RecipeText } from '../core/domain/recipe/events.ts';
import { recipeChanges } from './recipe-changes.ts';

const soup: RecipeText = {
  title: 'Leek soup',
  author: null,
  media: { type: 'image', picture: null },
  description: 'Thick and green',
  cookingTime: 30,
  servings: 4,
  cuisine: '',
  difficulty: 'Easy',
  ingredients: [
    { name: 'Leeks', amount: '3', unit: '' },
    { name: 'Cream', amount: '200', unit: 'ml' },
    { name: 'Salt', amount: '', unit: '' },
  ],
  instructions: ['Stir.', 'Simmer.', 'Stir.'],
};
const changes = (changed: Partial<RecipeText>) => recipeChanges(soup, { ...soup, ...changed });

test('finds nothing in the same text', () => {
  expect(changes({})).toEqual([]);
});

test('shows the former and the new value of a field', () => {
  expect(changes({ title: 'Leek broth', cuisine: 'French', servings: null, cookingTime: 45 })).toEqual([
    { field: 'title', removed: ['Leek soup'], added: ['Leek broth'] },
    { field: 'cookingTime', removed: ['30'], added: ['45'] },
    { field: 'servings', removed: ['4'], added: [] },
    { field: 'cuisine', removed: [], added: ['French'] },
  ]);
});

test('shows only the ingredients and steps that differ, each as often as it does', () => {
  const [leeks, cream, salt] = soup.ingredients;
  if (!leeks || !cream || !salt) throw new Error('The soup has three ingredients');
  expect(
    changes({ ingredients: [leeks, { ...cream, amount: '250' }, salt], instructions: ['Stir.', 'Simmer.'] }),
  ).toEqual([
    { field: 'ingredients', removed: ['200 ml Cream'], added: ['250 ml Cream'] },
    { field: 'instructions', removed: ['Stir.'], added: [] },
  ]);
});

test('says that an order, a picture or a video has changed', () => {
  const media = { type: 'youtube', youtubeId: 'LWuuCndtJr0', picture: { from: 'art', name: 'pie' } } as const;
  const bare = { removed: [], added: [] };
  expect(changes({ media, instructions: ['Simmer.', 'Stir.', 'Stir.'] })).toEqual([
    { field: 'instructions', ...bare },
    { field: 'picture', ...bare },
    { field: 'video', ...bare },
  ]);
});
