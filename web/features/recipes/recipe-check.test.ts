import { expect, test } from 'vitest';
import { checkDraft } from './recipe-check.ts';
import { emptyDraft } from './recipe-draft.ts';

test('requires a title, but no numbers', () => {
  expect(checkDraft({ ...emptyDraft, title: ' ' })).toEqual({ title: 'Title is required' });
  expect(checkDraft({ ...emptyDraft, title: 'Pie' })).toEqual({});
});

test.each(['', 'https://youtu.be/short'])('rejects %s as the address of a video', (youtubeUrl) => {
  const pie = { ...emptyDraft, title: 'Pie', youtubeUrl };
  expect(checkDraft({ ...pie, type: 'youtube' })).toEqual({ youtubeUrl: 'Invalid YouTube URL' });
  expect(checkDraft(pie)).toEqual({});
});

test.each(['-1', '1.5', 'an hour', '10081'])('rejects %s as a cooking time', (cookingTime) => {
  expect(checkDraft({ ...emptyDraft, title: 'Pie', cookingTime }).cookingTime).toMatch(/^Enter whole minutes/);
});

test.each(['0', '2.5', 'us', '1001'])('rejects %s as a number of servings', (servings) => {
  expect(checkDraft({ ...emptyDraft, title: 'Pie', servings }).servings).toMatch(/^Enter a whole number/);
});
