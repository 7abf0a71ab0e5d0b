import { expect, test } from 'vitest';
import type { GivenEvent } from '../../tests/support/applied-batches.ts';
import { contentsOf } from '../../tests/support/contents-of.ts';
import { documentOf, foldedModel, membersOf } from '../../tests/support/folded-model.ts';
import {
  recipeReactionsModel as model,
  type RecipeReactionsDocument,
  recipeReactionsProjection,
} from './recipe-reactions.ts';

const withdrawn: GivenEvent = ['recipe-1', 'RecipeWithdrawn', {}, 'mia'];
const on = (type: string, actor: string, data: object = {}): GivenEvent => ['recipeReactions-1', type, data, actor];
const commented = (commentId: string, actor: string) => on('RecipeCommentAdded', actor, { commentId, text: 'Mm' });
const named = (uid: string, username: string, type = 'ProfileCreated'): GivenEvent => [
  `profile-${uid}`,
  type,
  { username, avatar: null },
  uid,
];

const folded = (...events: GivenEvent[]) => foldedModel(recipeReactionsProjection, events);
const reactionsIn = (read: ReturnType<typeof folded>) =>
  documentOf<RecipeReactionsDocument>(read, model.reactions, '1');

test('counts likes and comments, with the revision of their own stream', async () => {
  const read = folded(
    on('RecipeLiked', 'sam'),
    on('RecipeLiked', 'ann'),
    on('RecipeUnliked', 'ann'),
    commented('c1', 'ann'),
  );
  expect(await reactionsIn(read)).toMatchObject({ revision: '3', likeCount: 1, commentCount: 1 });
  expect(await documentOf(read, model.counts, '1')).toEqual({ likeCount: 1, commentCount: 1 });
  expect(await membersOf(read, model.likesOf('1'))).toEqual(['sam']);
  expect(await read.range(model.mostLiked, { limit: 9, direction: 'descending' })).toEqual([{ member: '1', score: 1 }]);
  expect([await membersOf(read, model.likedBy('sam')), await membersOf(read, model.likedBy('ann'))]).toEqual([
    ['1'],
    [],
  ]);
});

test('lists recipes by their likes, without those that nobody likes any more', async () => {
  const also: GivenEvent = ['recipeReactions-2', 'RecipeLiked', {}, 'sam'];
  const likes = [on('RecipeLiked', 'sam'), on('RecipeLiked', 'ann'), also];
  expect(await membersOf(folded(...likes), model.mostLiked)).toEqual(['1', '2']);
  const read = folded(...likes, on('RecipeUnliked', 'sam'), on('RecipeUnliked', 'ann'));
  expect(await membersOf(read, model.mostLiked)).toEqual(['2']);
  expect(await membersOf(folded(...likes, withdrawn), model.mostLiked)).toEqual(['2']);
});

test('shows the newest name of each author, in the recipe and in the list of its comments', async () => {
  const renamed = named('ann', 'Annika', 'ProfileRevised');
  const read = folded(named('ann', 'Ann'), commented('c1', 'ann'), commented('c2', 'sam'), renamed);
  expect((await reactionsIn(read)).comments.map(({ authorName }) => authorName)).toEqual(['Annika', 'Somebody']);
  expect(await documentOf(read, model.comments, model.commentKey('1', 'c1'))).toMatchObject({ authorName: 'Annika' });
});

test('leaves of a withdrawn recipe only that it was withdrawn, whatever happens to it afterwards', () => {
  const reacted = [on('RecipeLiked', 'sam'), commented('c1', 'ann'), commented('c2', 'sam')];
  const deleted = on('RecipeCommentDeleted', 'ann', { commentId: 'c1' });
  const read = folded(...reacted, deleted, withdrawn, on('RecipeLiked', 'ann'));
  expect(Object.keys(contentsOf(read))).toEqual(['withdrawn/1']);
});
