import { describe, expect, test } from 'vitest';
import type { Comment } from '../../../server/core/contracts/community.ts';
import type { ChangedReactions, LiveMessage } from '../../../server/core/contracts/live.ts';
import {
  applyReaction,
  type CachedReactions,
  describeReaction,
  foldReactions,
  sendReaction,
} from './reaction-changes.ts';

const comment = (n: number): Comment => ({
  id: `c-${n}`,
  text: `Attempt ${n}`,
  authorId: 'sam',
  authorName: 'Sam',
  createdAt: '2026-10-01T18:40:00.000Z',
});

const document: CachedReactions = {
  id: 'pie',
  revision: '5',
  likeCount: 3,
  commentCount: 2,
  comments: [comment(1), comment(2)],
  olderCommentsCursor: null,
  likedByMe: false,
};

const changed = (change: Partial<ChangedReactions> = {}): LiveMessage => ({
  kind: 'recipe.reactions',
  position: '11',
  recipeId: 'pie',
  from: '5',
  revision: '6',
  likeCount: 4,
  ...change,
});

describe('a message about the reactions', () => {
  test('is applied once, and only to its recipe', () => {
    const after = foldReactions(document, changed());
    expect(after).toMatchObject({ revision: '6', likeCount: 4, likedByMe: false });
    if (after === 'gap') throw new Error('Nothing was missed');
    expect(foldReactions(after, changed())).toBe(after);
    expect(foldReactions(document, changed({ recipeId: 'flan' }))).toBe(document);
  });

  test('adds and removes comments', () => {
    const comments = { count: 2, added: [comment(3)], removed: ['c-1'] };
    expect(foldReactions(document, changed({ comments }))).toMatchObject({
      commentCount: 2,
      comments: [comment(2), comment(3)],
    });
  });

  test('says that others were missed', () => {
    expect(foldReactions(document, changed({ from: '6', revision: '7' }))).toBe('gap');
  });

  test('after the own like counts it once', () => {
    const own: LiveMessage = { kind: 'recipe.liked', position: '11', recipeId: 'pie', revision: '6', liked: true };
    const liked = foldReactions(document, own);
    expect(liked).toMatchObject({ likedByMe: true, likeCount: 4 });
    if (liked === 'gap') throw new Error('Nothing was missed');
    expect(foldReactions(liked, changed())).toMatchObject({ revision: '6', likedByMe: true, likeCount: 4 });
  });
});

test('a new name is shown in the comments of its user', () => {
  const renamed: LiveMessage = { kind: 'person.changed', position: '9', uid: 'sam', name: 'Samuel', avatar: null };
  expect(foldReactions(document, renamed)).toMatchObject({ comments: [{ authorName: 'Samuel' }, {}] });
  expect(foldReactions(document, { ...renamed, uid: 'mia' })).toBe(document);
});

describe("the user's own changes", () => {
  test('are applied once', () => {
    const changes = [
      { kind: 'like', liked: true },
      { kind: 'comment', comment: comment(3) },
      { kind: 'deleteComment', commentId: 'c-1' },
    ] as const;
    const once = changes.reduce(applyReaction, document);
    expect(once).toMatchObject({ likeCount: 4, likedByMe: true, commentCount: 2, comments: [comment(2), comment(3)] });
    expect(changes.reduce(applyReaction, once)).toEqual(once);
  });

  test('are described with the title of the recipe, if it is here', () => {
    expect(describeReaction({ kind: 'like', liked: false }, 'Pie')).toEqual({ verb: 'Unlike', what: 'Pie' });
    expect(describeReaction({ kind: 'comment', comment: comment(1) })).toEqual({
      verb: 'Comment on',
      what: 'a recipe',
      rest: ': Attempt 1',
    });
  });
});

test('a comment is sent with the people whom its author has chosen, and with the ids of its photos', async () => {
  const mentions = [{ uid: 'sam-2', name: 'Sam' }];
  const photo = { id: 'photo-1', alt: 'A pie', pictures: [], placeholder: '' };
  const written = { ...comment(3), text: '@Sam, look', photos: [photo], mentions };
  const sent: unknown[] = [];
  await sendReaction('pie', { kind: 'comment', comment: written }, async (...request) => {
    sent.push(request);
    return { revision: '7' };
  });
  const form = { id: 'c-3', text: '@Sam, look', photos: [{ id: 'photo-1', alt: 'A pie' }], mentions };
  expect(sent).toEqual([['POST', '/recipes/pie/comments', form]]);
});
