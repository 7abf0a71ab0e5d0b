import { expect, test } from 'vitest';
import type { VideoDraft } from '../../../server/core/contracts/video-import.ts';
import { importedWords, withAllOfVideo, withoutOtherVideo, withoutVideo, withVideo } from './imported-video.ts';
import { emptyDraft, formOf, type RecipeDraft, withIngredient, withVideoUrl } from './recipe-draft.ts';

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
const asked: RecipeDraft = { ...emptyDraft, type: 'youtube', youtubeUrl: 'https://youtu.be/LWuuCndtJr0' };
const written = ({ imported, ...draft }: RecipeDraft) => draft;

test('a video fills in what is empty, and is taken back', () => {
  const filled = withVideo(asked, bread);
  const { type, source, youtubeUrl, ...told } = bread;
  expect(written(filled)).toEqual({ ...asked, ...told });
  expect(formOf(filled)).toEqual({ type: 'youtube', youtubeUrl: asked.youtubeUrl, difficulty: 'Easy', ...told });
  expect(importedWords(filled)).toEqual({
    text: 'Filled in from the video',
    more: 'Title, author, picture, 1 ingredient and 2 steps.',
  });
  expect(withoutVideo(filled)).toEqual(asked);
});

test('what somebody wrote stays, before and after it was filled in, until he takes the rest as well', () => {
  const mine = { ...asked, title: 'My bread', instructions: ['Fry.'] };
  const filled = withVideo(mine, bread);
  expect(filled).toMatchObject({ title: 'My bread', instructions: ['Fry.'], ingredients: bread.ingredients });
  expect(importedWords(filled).more).toBe('Author, picture and 1 ingredient. What you wrote yourself was kept.');
  const salted = withIngredient({ ...filled, ingredient: { name: 'Salt', amount: '', unit: '' } });
  expect(written(withoutVideo(salted))).toEqual({ ...mine, ingredients: salted.ingredients });

  const all = withAllOfVideo(salted);
  expect(all).toMatchObject({ title: 'Flat bread', instructions: bread.instructions, ingredients: salted.ingredients });
  expect(importedWords(all).more).not.toContain('kept');
  expect(written(withoutVideo(all))).toEqual({ ...mine, ingredients: salted.ingredients });
});

test('another video takes the place of the one before', () => {
  const filled = withVideo(asked, bread);
  expect(withoutOtherVideo(filled, 'LWuuCndtJr0')).toBe(filled);
  expect(withoutOtherVideo(filled, 'Z1BCujX3pw8')).toEqual(asked);
  expect(withVideo(filled, soup)).toMatchObject({ title: 'Soup', ingredients: [], instructions: ['Simmer.'] });
});

test('a video that tells nothing of cooking says so', () => {
  const silent = withVideo(asked, { ...bread, ingredients: [], instructions: [] });
  expect(importedWords(silent).more).toBe('Title, author and picture. It names no ingredients or steps.');
});

test('the picture of a video goes with its address', () => {
  const filled = withVideo(asked, bread);
  expect(withVideoUrl(filled, 'https://www.youtube.com/watch?v=LWuuCndtJr0&t=10').imageUrl).toBe(bread.imageUrl);
  expect(withVideoUrl(filled, 'https://youtu.be/Z1BCujX3pw8').imageUrl).toBe('');
});
