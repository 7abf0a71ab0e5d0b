import { describe, expect, test } from 'vitest';
import { followingProjection } from '../../projections/definitions/following.ts';
import { recipesProjection } from '../../projections/definitions/recipes.ts';
import { batch, eventsOf, type GivenEvent } from '../../tests/support/applied-batches.ts';
import { liveMessages } from './messages.ts';

test('sends nothing for other projections', () => {
  expect(liveMessages(batch('profiles', eventsOf(1, [['profile-mia', 'ProfileCreated', {}]]), {}))).toEqual([]);
});

test('sends a new name or picture once, from one projection, and nothing for a first profile', () => {
  const revised = (username: string): GivenEvent => [
    'profile-ben',
    'ProfileRevised',
    { username, avatar: null },
    'ben',
  ];
  const events = eventsOf(7, [revised('Benny'), revised('Benedikt')]);
  const names = { 'people/ben': { name: 'Benedikt', avatar: '/ben.webp' } };
  const message = { kind: 'person.changed', position: '8', uid: 'ben', name: 'Benedikt', avatar: '/ben.webp' };
  expect(liveMessages(batch('posts', events, names))).toEqual([{ room: 'community', message }]);
  expect(liveMessages(batch('posts', events, {}))).toEqual([]);
  expect(liveMessages(batch('grocery-list', events, names))).toEqual([]);
  const created = eventsOf(7, [['profile-ben', 'ProfileCreated', { username: 'Ben', avatar: null }, 'ben']]);
  expect(liveMessages(batch('posts', created, names))).toEqual([]);
});

describe('recipes', () => {
  const recipe = { id: 'r1', title: 'Soup' };
  const messagesAfter = (types: string[], card?: object) =>
    liveMessages(
      batch(
        recipesProjection.name,
        eventsOf(
          7,
          types.map((type) => ['recipe-r1', type, {}]),
        ),
        card ? { 'cards/r1': card } : {},
      ),
    );
  const position = (last: number) => ({ position: String(last) });

  test.each([
    ['published', ['RecipePublished'], { kind: 'recipe.published', ...position(7), recipe }],
    [
      'published and revised at once',
      ['RecipePublished', 'RecipeRevised'],
      { kind: 'recipe.published', ...position(8), recipe },
    ],
    ['revised', ['RecipeRevised'], { kind: 'recipe.revised', ...position(7), recipe }],
  ])('sends a recipe that was %s to the community', (_, types, message) => {
    expect(messagesAfter(types, recipe)).toEqual([{ room: 'community', message }]);
  });
  test('sends the id of a withdrawn recipe', () => {
    const message = { kind: 'recipe.withdrawn', position: '8', recipeId: 'r1' };
    expect(messagesAfter(['RecipeRevised', 'RecipeWithdrawn'])).toEqual([{ room: 'community', message }]);
  });
  test('sends nothing about the revision of a recipe that a moderator has hidden', () => {
    expect(messagesAfter(['RecipeRevised'])).toEqual([]);
  });
});

test('sends a user that whom they follow has changed, once for a batch', () => {
  const on = (type: string, uid: string, follower: string): GivenEvent => [
    `following-${follower}`,
    type,
    { uid },
    follower,
  ];
  const events = [
    on('PersonFollowed', 'sam', 'mia'),
    on('PersonFollowed', 'mia', 'zoe'),
    on('PersonUnfollowed', 'sam', 'mia'),
  ];
  expect(liveMessages(batch(followingProjection.name, eventsOf(7, events), {}))).toEqual([
    { room: 'user:mia', message: { kind: 'following.changed', position: '9', revision: '1' } },
    { room: 'user:zoe', message: { kind: 'following.changed', position: '8', revision: '0' } },
  ]);
});
