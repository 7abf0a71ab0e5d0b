import { expect, test } from 'vitest';
import type { GivenEvent } from '../../tests/support/applied-batches.ts';
import { foldedModel, membersOf } from '../../tests/support/folded-model.ts';
import { recipesProjection } from './recipes.ts';
import { writersModel } from './writers.ts';

const publish = (id: string, actor = 'ann'): GivenEvent => {
  const texts = { title: id, author: null, description: '', cuisine: '', ingredients: [], instructions: [] };
  const numbers = { cookingTime: null, servings: null, difficulty: null };
  return [`recipe-${id}`, 'RecipePublished', { ...texts, ...numbers, media: { type: 'image', picture: null } }, actor];
};
const withdraw = (id: string): GivenEvent => [`recipe-${id}`, 'RecipeWithdrawn', {}, 'ann'];
const moderated = (type: string, id: string): GivenEvent => [
  `moderation-recipe:${id}`,
  type,
  { authorId: 'ann', reason: 'Raw' },
  'dee',
];
const named = (username: string, type = 'ProfileCreated'): GivenEvent => [
  'profile-ann',
  type,
  { username, avatar: null },
  'ann',
];
const found = (beginning: string, ...events: GivenEvent[]) =>
  membersOf(foldedModel(recipesProjection, events), writersModel.beginning(beginning));

test('an author is found by name while readers see a recipe of theirs', async () => {
  const one = [named('Ann Lee'), publish('pie')];
  expect(await found('le', named('Ann Lee'))).toEqual([]);
  expect(await found('le', ...one)).toEqual(['ann']);
  expect(await found('le', ...one, withdraw('pie'))).toEqual([]);
  expect(await found('le', ...one, publish('soup'), withdraw('pie'))).toEqual(['ann']);
  const hidden = [...one, moderated('ContentHidden', 'pie')];
  expect(await found('le', ...hidden)).toEqual([]);
  expect(await found('le', ...hidden, moderated('ContentRestored', 'pie'))).toEqual(['ann']);
});

test('an author is found by their newest name only', async () => {
  const renamed = [named('Ann Lee'), publish('pie'), named('Ann Moss', 'ProfileRevised')];
  expect([await found('le', ...renamed), await found('mo', ...renamed)]).toEqual([[], ['ann']]);
});

test('an author without a profile is not listed until they have one', async () => {
  expect(await found('s', publish('pie'))).toEqual([]);
  expect(await found('le', publish('pie'), named('Ann Lee'))).toEqual(['ann']);
});
