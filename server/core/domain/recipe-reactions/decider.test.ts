import { describe, expect, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { type RecipeReactionCommand, recipeReactions } from './decider.ts';
import type { RecipeReactionEvent } from './events.ts';

const liked: RecipeReactionEvent = { type: 'RecipeLiked', data: {} };
const unliked: RecipeReactionEvent = { type: 'RecipeUnliked', data: {} };
const comment: RecipeReactionEvent = { type: 'RecipeCommentAdded', data: { commentId: 'c1', text: 'Crisp' } };
const deleted: RecipeReactionEvent = { type: 'RecipeCommentDeleted', data: { commentId: 'c1' } };

const past = (actor: string, ...events: RecipeReactionEvent[]) => by(actor, ...events);
const like = (actor: string, wanted?: boolean): RecipeReactionCommand => ({
  type: 'Like',
  actor,
  liked: wanted,
  isPublished: true,
});
const add = (text: string): RecipeReactionCommand => ({
  type: 'AddComment',
  commentId: 'c1',
  text,
  isPublished: true,
});
const remove = (actor: string, commentId = 'c1'): RecipeReactionCommand => ({
  type: 'DeleteComment',
  actor,
  commentId,
  isPublished: true,
});

describe('liking a recipe', () => {
  it('toggles the like without a wish', () => {
    given(recipeReactions, []).when(like('sam')).decides(liked);
    given(recipeReactions, past('sam', liked)).when(like('sam')).decides(unliked);
    given(recipeReactions, past('sam', liked, unliked))
      .when(like('sam'))
      .decides(liked);
  });
  it('records nothing if the user likes it already, or does not', () => {
    given(recipeReactions, past('sam', liked)).when(like('sam', true)).decides();
    given(recipeReactions, past('mia', liked)).when(like('sam', false)).decides();
  });
});

describe('commenting on a recipe', () => {
  it('trims the comment and refuses a blank one', () => {
    given(recipeReactions, []).when(add(' Crisp\n')).decides(comment);
    given(recipeReactions, []).when(add(' \n')).refused('COMMENT_BLANK', 'text');
  });
  it('may consist of photos alone', () => {
    const photos = [{ id: 'a', sizes: [], placeholder: '', alt: ' Two\nbowls ' }];
    given(recipeReactions, [])
      .when({ type: 'AddComment', commentId: 'c1', text: ' ', photos, isPublished: true })
      .decides({
        type: 'RecipeCommentAdded',
        data: { commentId: 'c1', text: '', photos: [{ id: 'a', sizes: [], placeholder: '', alt: 'Two bowls' }] },
      });
  });
  it('records whom the text mentions, of those whom it may mean', () => {
    const [mia, sam] = [
      { uid: 'mia', name: 'Mia' },
      { uid: 'sam', name: 'Sam' },
    ];
    given(recipeReactions, [])
      .when({ type: 'AddComment', commentId: 'c1', text: 'As @mia said', mentions: [sam, mia], isPublished: true })
      .decides({ type: 'RecipeCommentAdded', data: { commentId: 'c1', text: 'As @mia said', mentions: [mia] } });
  });
  it('uses each id once', () => {
    given(recipeReactions, past('mia', comment)).when(add('Soft')).refused('ID_IN_USE');
    given(recipeReactions, past('mia', comment, deleted))
      .when(add('Soft'))
      .refused('ID_IN_USE');
  });
  it('lets only the author delete a comment, and only once', () => {
    given(recipeReactions, past('mia', comment)).when(remove('sam')).refused('NOT_THE_AUTHOR');
    given(recipeReactions, past('mia', comment)).when(remove('mia')).decides(deleted);
    given(recipeReactions, past('mia', comment, deleted))
      .when(remove('mia'))
      .refused('COMMENT_NOT_FOUND');
  });
});

it('refuses every reaction to a recipe that is not published', () => {
  for (const command of [like('sam'), add('Crisp'), remove('mia')]) {
    given(recipeReactions, past('mia', comment))
      .when({ ...command, isPublished: false })
      .refused('RECIPE_NOT_FOUND');
  }
});

it('weighs as many likes and comments as it holds', () => {
  const { state } = given(recipeReactions, [...past('mia', liked, comment), ...past('sam', liked, unliked)]);
  expect(recipeReactions.weight(state)).toBe(2);
});
