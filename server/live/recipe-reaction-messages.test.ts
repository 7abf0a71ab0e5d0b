import { expect, test } from 'vitest';
import { recipeReactionsProjection } from '../../projections/definitions/recipe-reactions.ts';
import { batch, eventsOf, type GivenEvent } from '../../tests/support/applied-batches.ts';
import { liveMessages } from './messages.ts';

const on = (type: string, data: object = {}, actor = 'mia'): GivenEvent => ['recipeReactions-r1', type, data, actor];
const comment = (n: number) => ({ id: `c${n}`, text: 'Mm', authorId: 'mia', authorName: 'Mia', createdAt: '' });
const added = (n: number) => on('RecipeCommentAdded', { commentId: `c${n}`, text: 'Mm' });
const reactions = { id: 'r1', likeCount: 3, commentCount: 2, comments: [comment(1), comment(2)] };

const messagesAfter = (events: GivenEvent[], documents: Record<string, object> = { 'reactions/r1': reactions }) =>
  batch(recipeReactionsProjection.name, eventsOf(7, events), documents);

test('sends a like to the connections that watch the recipe, and first to the user', () => {
  const sent = liveMessages(messagesAfter([on('RecipeLiked', {}, 'sam')]));
  expect(sent).toEqual([
    {
      room: 'user:sam',
      message: { kind: 'recipe.liked', position: '7', recipeId: 'r1', revision: '0', liked: true },
    },
    {
      room: 'recipe:r1',
      message: { kind: 'recipe.reactions', position: '7', recipeId: 'r1', from: null, revision: '0', likeCount: 3 },
    },
  ]);
});

test('sends each new comment in a message of its own', () => {
  const deleted = on('RecipeCommentDeleted', { commentId: 'c0' });
  const sent = liveMessages(messagesAfter([added(0), deleted, added(1), added(2)]));
  expect(sent.map(({ message }) => message)).toMatchObject([
    { from: null, revision: '1', comments: { count: 2, added: [], removed: ['c0'] } },
    { from: '1', revision: '2', comments: { added: [{ id: 'c1' }], removed: [] } },
    { from: '2', revision: '3', comments: { added: [{ id: 'c2' }], removed: [] } },
  ]);
});

test('builds no message for a recipe that no connection watches, except to the user who liked it', () => {
  const applied = messagesAfter([on('RecipeUnliked', {}, 'sam'), added(1)]);
  expect(liveMessages(applied, () => false).map(({ room }) => room)).toEqual(['user:sam']);
});

test('sends nothing about a withdrawn recipe', () => {
  expect(liveMessages(messagesAfter([on('RecipeLiked')], {}))).toEqual([]);
});
