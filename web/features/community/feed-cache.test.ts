import { describe, expect, test } from 'vitest';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { comment, feedOf, post } from '../../../tests/support/cached-feed.ts';
import { foldFeed, withNextPosts } from './feed-cache.ts';
import { freshPost } from './post-cache.ts';

describe('folding live messages into the cached feed', () => {
  test('a message that tells nothing new gives the same feed back, so that nothing is drawn again', () => {
    const start = feedOf([post(1)], '10');
    const likes: LiveMessage = { kind: 'post.likes', position: '11', postId: 'post-1', likeCount: 3 };
    const once = foldFeed(start, likes);
    expect(foldFeed(once, likes)).toBe(once);
    expect(foldFeed(start, { ...likes, position: '10' })).toBe(start);
    expect(foldFeed(start, { ...likes, postId: 'post-9' })).toBe(start);
  });

  test('a new name and picture are on all that somebody wrote, and nobody else is drawn again', () => {
    const hers = post(1, { comments: [comment(7)] });
    const start = feedOf([post(2, { authorId: 'tom', authorName: 'Tom' }), hers], '10');
    const person = { kind: 'person.changed', position: '11', uid: 'sam', name: 'Samuel', avatar: '/sam.webp' } as const;
    const next = foldFeed(start, person);
    expect(next.shown[0]).toBe(start.shown[0]);
    expect(next.shown[1]?.item).toEqual({
      ...hers,
      comments: [comment(7, { authorName: 'Samuel', authorAvatar: '/sam.webp' })],
    });
    const without = foldFeed(next, { ...person, position: '12', avatar: null });
    expect(without.shown[1]?.item.comments[0]?.authorAvatar).toBeUndefined();
    expect(foldFeed(start, { ...person, position: '10' })).toBe(start);
  });

  test('a page that is of before a new name shows that name', () => {
    const person = { kind: 'person.changed', position: '12', uid: 'eleni', name: 'Helena', avatar: null } as const;
    const page = { entries: [freshPost(post(1), '11')], nextCursor: null };
    const { shown } = withNextPosts({ ...foldFeed(feedOf([post(2)], '10'), person), nextCursor: 'next' }, page, 'next');
    expect(shown.map(({ item }) => item.authorName)).toEqual(['Helena', 'Helena']);
  });

  test('marks what others did, for a while', () => {
    const start = feedOf([post(1)], '10');
    const likes: LiveMessage = { kind: 'post.likes', position: '11', postId: 'post-1', likeCount: 3 };
    expect(foldFeed(start, likes).shown[0]?.news).toEqual({});
    const liked = foldFeed(start, likes, 5_000);
    expect(liked.shown[0]?.news).toEqual({ likes: 5_000 });
    const added: LiveMessage = {
      kind: 'comment.added',
      position: '12',
      postId: 'post-1',
      comment: comment(7),
      commentCount: 1,
    };
    expect(foldFeed(liked, added, 9_000).shown[0]?.news).toEqual({ 'comment-7': 9_000 });
  });
});
