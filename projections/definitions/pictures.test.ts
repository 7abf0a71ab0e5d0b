import { describe, expect, test } from 'vitest';
import type { GivenEvent } from '../../tests/support/applied-batches.ts';
import { contentsOf } from '../../tests/support/contents-of.ts';
import { foldedModel } from '../../tests/support/folded-model.ts';
import { type PictureUseDocument, picturesModel, picturesProjection } from './pictures.ts';

const picture = (id: string) => ({ id, sizes: [{ width: 320, height: 240 }], placeholder: 'data:,', alt: '' });

const recipe = (id: string, type: 'RecipePublished' | 'RecipeRevised', uploaded?: string): GivenEvent => [
  `recipe-${id}`,
  type,
  { media: { type: 'image', picture: uploaded === undefined ? null : { from: 'upload', ...picture(uploaded) } } },
];
const post = (id: string, type: 'PostPublished' | 'PostRevised', ...uploaded: string[]): GivenEvent => [
  `post-${id}`,
  type,
  { title: 'Soup', body: { type: 'image', content: '', photos: uploaded.map(picture) } },
];

async function useOf(id: string, ...events: GivenEvent[]): Promise<PictureUseDocument | undefined> {
  const document = await foldedModel(picturesProjection, events).get(picturesModel.uses, id);
  return document && JSON.parse(document.json);
}

describe('a picture', () => {
  test('is used by each recipe and post that names it, once', async () => {
    const events = [
      recipe('1', 'RecipePublished', 'a'),
      recipe('1', 'RecipeRevised', 'a'),
      recipe('2', 'RecipePublished', 'b'),
      post('1', 'PostPublished', 'a', 'b', 'a'),
    ];
    expect(await useOf('a', ...events)).toEqual({ count: 2, unusedSince: null });
    expect(await useOf('b', ...events)).toEqual({ count: 2, unusedSince: null });
    expect(await useOf('c', ...events)).toBeUndefined();
  });

  test('stays in use by the earlier versions of a recipe', async () => {
    const events = [
      recipe('1', 'RecipePublished', 'a'),
      recipe('1', 'RecipeRevised', 'b'),
      recipe('1', 'RecipeRevised'),
    ];
    expect(await useOf('a', ...events)).toEqual({ count: 1, unusedSince: null });
  });

  test('is used while it is among the latest 200 of a post and its earlier versions', async () => {
    const events = Array.from({ length: 202 }, (_, n) =>
      post('1', n === 0 ? 'PostPublished' : 'PostRevised', `photo-${n}`, 'cover'),
    );
    const of = async (id: string) => (await useOf(id, ...events))?.count;
    expect(await Promise.all(['photo-2', 'photo-3', 'photo-201', 'cover'].map(of))).toEqual([0, 1, 1, 1]);
    expect(await useOf('photo-201', ...events, ['post-1', 'PostDeleted', {}])).toMatchObject({ count: 0 });
  });

  test('is unused since the last recipe or post with it was removed, and used again by a new one', async () => {
    const events: GivenEvent[] = [
      recipe('1', 'RecipePublished', 'a'),
      post('1', 'PostPublished', 'a'),
      ['recipe-1', 'RecipeWithdrawn', {}],
    ];
    expect(await useOf('a', ...events)).toEqual({ count: 1, unusedSince: null });
    events.push(['post-1', 'PostDeleted', {}]);
    expect(await useOf('a', ...events)).toEqual({ count: 0, unusedSince: expect.stringMatching(/^20..-.*Z$/) });
    events.push(post('2', 'PostPublished', 'a'));
    expect(await useOf('a', ...events)).toEqual({ count: 1, unusedSince: null });
  });
});

test('recipes and posts without pictures leave nothing', () => {
  const model = foldedModel(picturesProjection, [
    recipe('1', 'RecipePublished'),
    ['post-1', 'PostPublished', { title: 'Soup', body: { type: 'text', content: '' } }],
    ['post-1', 'PostDeleted', {}],
  ]);
  expect(contentsOf(model)).toEqual({});
});

describe('a photo in a comment', () => {
  const comment = (stream: string, type: string, id: string, uploaded?: string): GivenEvent => [
    stream,
    type,
    { commentId: id, text: '', ...(uploaded !== undefined && { photos: [picture(uploaded)] }) },
  ];

  test('is used until the comment is deleted', async () => {
    const events = [
      post('1', 'PostPublished'),
      comment('post-1', 'CommentAdded', 'x', 'a'),
      comment('post-1', 'CommentAdded', 'y', 'a'),
      comment('post-1', 'CommentDeleted', 'x'),
    ];
    expect(await useOf('a', ...events)).toEqual({ count: 1, unusedSince: null });
    events.push(comment('post-1', 'CommentDeleted', 'y'));
    expect(await useOf('a', ...events)).toMatchObject({ count: 0 });
  });

  test('is used until the post or recipe is removed, and not by a comment that comes too late', async () => {
    const onPost = [
      post('1', 'PostPublished'),
      comment('post-1', 'CommentAdded', 'x', 'a'),
      comment('post-1', 'CommentAdded', 'y', 'b'),
    ];
    expect(await useOf('b', ...onPost)).toMatchObject({ count: 1 });
    expect(await useOf('b', ...onPost, ['post-1', 'PostDeleted', {}])).toMatchObject({ count: 0 });
    const onRecipe = [recipe('1', 'RecipePublished'), comment('recipeReactions-1', 'RecipeCommentAdded', 'x', 'a')];
    expect(await useOf('a', ...onRecipe)).toMatchObject({ count: 1 });
    const withdrawn: GivenEvent[] = [...onRecipe, ['recipe-1', 'RecipeWithdrawn', {}]];
    expect(await useOf('a', ...withdrawn)).toMatchObject({ count: 0 });
    const late = comment('recipeReactions-1', 'RecipeCommentAdded', 'y', 'a');
    expect(await useOf('a', ...withdrawn, late)).toMatchObject({ count: 0 });
  });
});

test('a picture elsewhere is used by its address: of recipes, posts and profiles', async () => {
  const url = 'https://a.b/c.png';
  const events: GivenEvent[] = [
    ['recipe-1', 'RecipePublished', { media: { type: 'image', picture: { from: 'web', url } } }],
    ['post-1', 'PostPublished', { title: 'Soup', body: { type: 'image', content: '', imageUrl: url } }],
    ['post-2', 'PostPublished', { title: 'Soup', body: { type: 'youtube', content: '', youtubeId: 'LWuuCndtJr0' } }],
    ['recipe-2', 'RecipePublished', { media: { type: 'image', picture: { from: 'web', url: '/art/soup.webp' } } }],
    ['profile-ann', 'ProfileCreated', { username: 'Ann', avatar: url }],
  ];
  expect(await useOf(url, ...events)).toEqual({ count: 3, unusedSince: null });
  expect(await useOf('https://i.ytimg.com/vi/LWuuCndtJr0/hqdefault.jpg', ...events)).toMatchObject({ count: 1 });
  expect(await useOf('/art/soup.webp', ...events)).toBeUndefined();
});

describe('an avatar elsewhere', () => {
  const [first, second] = ['https://a.b/first.png', 'https://a.b/second.png'];
  const created: GivenEvent = ['profile-ann', 'ProfileCreated', { username: 'Ann', avatar: first }];
  const revised = (avatar: string | null, username = 'Ann'): GivenEvent => [
    'profile-ann',
    'ProfileRevised',
    { username, avatar },
  ];

  test('is used by the profile until another replaces it', async () => {
    expect(await useOf(first, created, revised(first, 'Anna'))).toEqual({ count: 1, unusedSince: null });
    expect(await useOf(first, created, revised(second))).toMatchObject({ count: 0, unusedSince: expect.any(String) });
    expect(await useOf(second, created, revised(second))).toEqual({ count: 1, unusedSince: null });
    expect(await useOf(first, created, revised(second), revised(first))).toEqual({ count: 1, unusedSince: null });
  });

  test.each([null, '/api/avatars/ann.webp'])('is unused when the profile has %s in its place', async (avatar) => {
    expect(await useOf(first, created, revised(avatar))).toMatchObject({ count: 0 });
  });
});
