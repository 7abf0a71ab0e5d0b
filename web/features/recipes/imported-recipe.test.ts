import { expect, test } from 'vitest';
import type { ImportedRecipe } from '../../../server/core/contracts/recipe-import.ts';
import { fillIn, summaryOf, undoImport } from './imported-recipe.ts';
import { emptyDraft } from './recipe-draft.ts';

const recipe: ImportedRecipe = {
  type: 'image',
  title: 'Leek soup',
  author: 'Mia',
  imageUrl: 'https://kitchen.example/soup.jpg',
  description: '',
  cookingTime: 45,
  servings: 4,
  cuisine: 'French',
  ingredients: [{ name: 'leeks', amount: '3', unit: '' }],
  instructions: ['Slice.', 'Simmer.'],
  source: 'page',
};

test('fills in an empty form, and says with what', () => {
  const result = fillIn(emptyDraft, recipe);
  expect(result.after).toEqual({
    ...emptyDraft,
    title: 'Leek soup',
    author: 'Mia',
    imageUrl: 'https://kitchen.example/soup.jpg',
    cookingTime: '45',
    servings: '4',
    cuisine: 'French',
    ingredients: recipe.ingredients,
    instructions: recipe.instructions,
  });
  expect(summaryOf(result)).toBe('Title, author, picture, cooking time, servings, cuisine, 1 ingredient and 2 steps.');
});

test('keeps what the user wrote', () => {
  const result = fillIn({ ...emptyDraft, title: 'My soup', servings: '2' }, recipe);
  expect(result.after).toMatchObject({ title: 'My soup', servings: '2', cuisine: 'French' });
  expect(summaryOf(result)).toMatch(/^Author, .* and 2 steps[.] What you wrote yourself was kept[.]$/);
});

test('takes back what it filled in, but not what the user changed since', () => {
  const written = { ...emptyDraft, title: 'My soup' };
  const result = fillIn(written, recipe);
  expect(undoImport({ ...result.after, cuisine: 'Breton' }, result)).toEqual({ ...written, cuisine: 'Breton' });
});

test('a video makes the form that of a video, unless the user has a picture', () => {
  const video: ImportedRecipe = { ...recipe, type: 'youtube', youtubeUrl: 'https://www.youtube-nocookie.com/embed/x' };
  const result = fillIn(emptyDraft, video);
  expect(result.after).toMatchObject({ type: 'youtube', youtubeUrl: video.youtubeUrl });
  expect(undoImport(result.after, result)).toEqual(emptyDraft);
  expect(fillIn({ ...emptyDraft, imageUrl: 'https://a.example/b.jpg' }, video).after.type).toBe('image');
});
