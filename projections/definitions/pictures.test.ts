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
