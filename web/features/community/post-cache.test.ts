import { describe, expect, test } from 'vitest';
import type { Comment, Post } from '../../../server/core/contracts/community.ts';
import {
  type CachedPost,
  foldLikeAnswer,
  foldOwnComment,
  foldOwnCommentDeleted,
  foldPost,
  foldWritten,
  freshPost,
  type PostMessage,
  withOlderComments,
} from './post-cache.ts';

const comment = (n: number): Comment => ({
  id: `c-${n}`,
  text: `Comment ${n}`,
  authorId: 'sam',
  authorName: 'Sam',
  createdAt: '2026-10-01T18:40:00.000Z',
});

const post: Post = {
  id: 'post-1',
  title: 'Salad',
  content: 'Feta',
  type: 'image',
  imageUrl: '/salad.webp',
  authorId: 'eleni',
  authorName: 'Eleni',
  createdAt: '2026-10-01T18:40:00.000Z',
  likeCount: 24,
  commentCount: 12,
  comments: [comment(3), comment(4)],
  olderCommentsCursor: 'older',
  likedByMe: false,
};

const cached = freshPost(post, '10');

describe('answers to own changes', () => {
  test('a like counts once, whichever of answer and live message comes first', () => {
    const answer = { liked: true, likeCount: 25 };
    const message = { kind: 'post.likes', position: '11', postId: 'post-1', likeCount: 25 } as const;
    for (const after of [
      foldPost(foldLikeAnswer(cached, answer, '11'), message),
      foldLikeAnswer(foldPost(cached, message), answer, '11'),
    ]) {
      expect(after.item).toMatchObject({ likeCount: 25, likedByMe: true });
    }
  });

  test('likes of others that were recorded together with an own one count as well', () => {
    const answer = { liked: true, likeCount: 25 };
    const message = { kind: 'post.likes', position: '11', postId: 'post-1', likeCount: 31 } as const;
    for (const after of [
      foldPost(foldLikeAnswer(cached, answer, '11'), message),
      foldLikeAnswer(foldPost(cached, message), answer, '11'),
    ]) {
      expect(after.item).toMatchObject({ likeCount: 31, likedByMe: true });
    }
  });

  test('a comment counts once, whichever of answer and live message comes first', () => {
    const message = {
      kind: 'comment.added',
      position: '11',
      postId: 'post-1',
      comment: comment(5),
      commentCount: 13,
    } as const;
    const answered = foldOwnComment(cached, comment(5), '11');
    expect(answered.item.commentCount).toBe(13);
    for (const after of [foldPost(answered, message), foldOwnComment(foldPost(cached, message), comment(5), '11')]) {
      expect(after.item.commentCount).toBe(13);
      expect(after.item.comments.map(({ id }) => id)).toEqual(['c-3', 'c-4', 'c-5']);
    }
  });

  test('so does the deletion of one', () => {
    const message = {
      kind: 'comment.deleted',
      position: '11',
      postId: 'post-1',
      commentId: 'c-4',
      commentCount: 11,
    } as const;
    const answered = foldOwnCommentDeleted(cached, 'c-4', '11');
    expect(answered.item.commentCount).toBe(11);
    for (const after of [foldPost(answered, message), foldOwnCommentDeleted(foldPost(cached, message), 'c-4', '11')]) {
      expect(after.item.commentCount).toBe(11);
      expect(after.item.comments.map(({ id }) => id)).toEqual(['c-3']);
    }
  });
});

describe('comments that were recorded together', () => {
  const told = [5, 6, 7].map(
    (n) =>
      ({
        kind: 'comment.added',
        position: String(n + 6),
        postId: 'post-1',
        comment: comment(n),
        commentCount: 15,
      }) as const,
  );
  const taken = (start: CachedPost, messages: readonly PostMessage[]) =>
    messages.reduce((post, message) => foldPost(post, message), start);
  const shown = ({ item }: CachedPost) => ({ ids: item.comments.map(({ id }) => id), count: item.commentCount });
  const all = { ids: ['c-3', 'c-4', 'c-5', 'c-6', 'c-7'], count: 15 };

  test('stand in the order in which they were', () => {
    for (const messages of [told, told.toReversed(), [...told, ...told]]) {
      expect(shown(taken(cached, messages))).toEqual(all);
    }
  });

  // The answer has the position of the last of them.
  test.each(told.map((message, n) => [n, message] as const))('so does an own one, the answer after %i', (n) => {
    for (const { comment: own } of told) {
      const answered = foldOwnComment(taken(cached, told.slice(0, n)), own, '13');
      expect(shown(taken(answered, told.slice(n)))).toEqual(all);
      expect(shown(foldOwnComment(taken(cached, told), own, '13'))).toEqual(all);
    }
  });
});

test('the answer to an own comment that was deleted meanwhile does not bring it back', () => {
  const added = {
    kind: 'comment.added',
    position: '11',
    postId: 'post-1',
    comment: comment(5),
    commentCount: 13,
  } as const;
  const deleted = {
    kind: 'comment.deleted',
    position: '12',
    postId: 'post-1',
    commentId: 'c-5',
    commentCount: 12,
  } as const;
  const after = [added, deleted].reduce((post, message) => foldPost(post, message), cached);
  expect(foldOwnComment(after, comment(5), '13').item).toEqual(post);
});

test('the live message after the answer to an own comment tells its count and marks no news', () => {
  const message = {
    kind: 'comment.added',
    position: '11',
    postId: 'post-1',
    comment: comment(5),
    commentCount: 13,
  } as const;
  expect(foldPost(foldOwnComment(cached, comment(5), '11'), message, 1_000).news).toEqual({});
  expect(foldPost(cached, message, 1_000).news).toEqual({ 'c-5': 1_000 });
});

test('a revision changes what was written and nothing else', () => {
  const { imageUrl: _, ...text } = post;
  const revised: Post = { ...text, type: 'text', title: 'Greek salad', likeCount: 0, comments: [], commentCount: 0 };
  const after = foldWritten(cached, revised, '11').item;
  expect(after).toEqual({ ...text, type: 'text', title: 'Greek salad' });
  expect(after).not.toHaveProperty('imageUrl');
});

describe('older comments', () => {
  const loaded = withOlderComments(cached, { items: [comment(2), comment(1)], nextCursor: 'oldest' }, 'older');

  test('go before the newer ones, oldest first', () => {
    expect(loaded.item.comments.map(({ id }) => id)).toEqual(['c-1', 'c-2', 'c-3', 'c-4']);
    expect(loaded.item.olderCommentsCursor).toBe('oldest');
  });

  test('of one page are taken once', () => {
    expect(withOlderComments(loaded, { items: [comment(2)], nextCursor: null }, 'older')).toBe(loaded);
  });

  test('that were deleted before their page came do not return with it', () => {
    const deleted = {
      kind: 'comment.deleted',
      position: '11',
      postId: 'post-1',
      commentId: 'c-2',
      commentCount: 11,
    } as const;
    const page = { items: [comment(2), comment(1)], nextCursor: null };
    const after = withOlderComments(foldPost(cached, deleted), page, 'older');
    expect(after.item.comments.map(({ id }) => id)).toEqual(['c-1', 'c-3', 'c-4']);
    const own = withOlderComments(foldOwnCommentDeleted(cached, 'c-2', '11'), page, 'older');
    expect(own.item.comments.map(({ id }) => id)).toEqual(['c-1', 'c-3', 'c-4']);
  });

  test('stay when the post is read again', () => {
    const again = freshPost(post, '12', loaded);
    expect(again.item.comments.map(({ id }) => id)).toEqual(['c-1', 'c-2', 'c-3', 'c-4']);
    expect(again.item.olderCommentsCursor).toBe('oldest');
  });

  test('that are gone from the post go when the fresh ones are all there are', () => {
    const again = freshPost({ ...post, olderCommentsCursor: null, commentCount: 2 }, '12', loaded);
    expect(again.item.comments.map(({ id }) => id)).toEqual(['c-3', 'c-4']);
  });
});
