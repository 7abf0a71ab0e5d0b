import { expect, test } from 'vitest';
import type { VideoDraft } from '../../../server/core/contracts/video-import.ts';
import { importSummary, withoutOtherVideo, withoutVideo, withVideo, withVideoOverwriting } from './imported-video.ts';
import { emptyDraft, type RecipeDraft, toRecipeForm, withIngredient, withVideoUrl } from './recipe-draft.ts';

const bread: VideoDraft = {
  type: 'youtube',
  title: 'Flat bread',
  author: "Nonna's Kitchen",
  imageUrl: 'https://i.ytimg.com/vi/LWuuCndtJr0/hqdefault.jpg',
  youtubeUrl: 'https://www.youtube-nocookie.com/embed/LWuuCndtJr0',
  ingredients: [{ name: 'flour', amount: '2', unit: 'cups' }],
  instructions: ['Mix.', 'Bake.'],
  source: 'captions',
};
const soup: VideoDraft = {
  ...bread,
  title: 'Soup',
  author: 'A channel',
  youtubeUrl: 'https://www.youtube-nocookie.com/embed/Z1BCujX3pw8',
  ingredients: [],
  instructions: ['Simmer.'],
};
const draftWithUrl: RecipeDraft = { ...emptyDraft, type: 'youtube', youtubeUrl: 'https://youtu.be/LWuuCndtJr0' };
const contentOf = ({ imported, ...draft }: RecipeDraft) => draft;

test('a video fills in the empty fields, and can be removed again', () => {
  const filled = withVideo(draftWithUrl, bread);
  const { type, source, youtubeUrl, ...content } = bread;
  expect(contentOf(filled)).toEqual({ ...draftWithUrl, ...content });
  expect(toRecipeForm(filled)).toEqual({
    type: 'youtube',
    youtubeUrl: draftWithUrl.youtubeUrl,
    difficulty: 'Easy',
    ...content,
  });
  expect(importSummary(filled)).toEqual({
    text: 'Filled in from the video',
    details: 'Title, author, picture, 1 ingredient and 2 steps.',
  });
  expect(withoutVideo(filled)).toEqual(draftWithUrl);
});

test('keeps what the user wrote before and after the import, until they choose to overwrite it', () => {
  const mine = { ...draftWithUrl, title: 'My bread', instructions: ['Fry.'] };
  const filled = withVideo(mine, bread);
  expect(filled).toMatchObject({ title: 'My bread', instructions: ['Fry.'], ingredients: bread.ingredients });
  expect(importSummary(filled).details).toBe('Author, picture and 1 ingredient. What you wrote yourself was kept.');
  const salted = withIngredient({ ...filled, ingredient: { name: 'Salt', amount: '', unit: '' } });
  expect(contentOf(withoutVideo(salted))).toEqual({ ...mine, ingredients: salted.ingredients });

  const all = withVideoOverwriting(salted);
  expect(all).toMatchObject({ title: 'Flat bread', instructions: bread.instructions, ingredients: salted.ingredients });
  expect(importSummary(all).details).not.toContain('kept');
  expect(contentOf(withoutVideo(all))).toEqual({ ...mine, ingredients: salted.ingredients });
});

test('another video replaces the content of the previous one', () => {
  const filled = withVideo(draftWithUrl, bread);
  expect(withoutOtherVideo(filled, 'LWuuCndtJr0')).toBe(filled);
  expect(withoutOtherVideo(filled, 'Z1BCujX3pw8')).toEqual(draftWithUrl);
  expect(withVideo(filled, soup)).toMatchObject({ title: 'Soup', ingredients: [], instructions: ['Simmer.'] });
});

test('the summary reports a video without ingredients and steps', () => {
  const silent = withVideo(draftWithUrl, { ...bread, ingredients: [], instructions: [] });
  expect(importSummary(silent).details).toBe('Title, author and picture. It names no ingredients or steps.');
});

test('the picture of a video is removed when its address changes to another video', () => {
  const filled = withVideo(draftWithUrl, bread);
  expect(withVideoUrl(filled, 'https://www.youtube.com/watch?v=LWuuCndtJr0&t=10').imageUrl).toBe(bread.imageUrl);
  expect(withVideoUrl(filled, 'https://youtu.be/Z1BCujX3pw8').imageUrl).toBe('');
});
