import { describe, expect, test } from 'vitest';
import type { LiveMessage } from '../../../server/contracts/live.ts';
import { comment, feedOf, folded, post } from '../../../tests/support/cached-feed.ts';
import {
  type Feed,
  foldFeed,
  mostWaiting,
  withNextPage,
  withOwnPost,
  withoutPost,
  withWaitingShown,
} from './feed-cache.ts';

const ids = (posts: Feed['posts']) => posts.map((cached) => cached.post.id);

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
    expect(next.posts[0]).toBe(start.posts[0]);
    expect(next.posts[1]?.post).toEqual({
      ...hers,
      comments: [comment(7, { authorName: 'Samuel', authorAvatar: '/sam.webp' })],
    });
    const without = foldFeed(next, { ...person, position: '12', avatar: null });
    expect(without.posts[1]?.post.comments[0]?.authorAvatar).toBeUndefined();
    expect(foldFeed(start, { ...person, position: '10' })).toBe(start);
  });

  test('a change of one post leaves the other posts the same, so that they are not drawn again', () => {
    const start = feedOf([post(2), post(1)], '10');
    const next = foldFeed(start, { kind: 'post.likes', position: '11', postId: 'post-1', likeCount: 3 });
    expect(next.posts[0]).toBe(start.posts[0]);
    expect(next.posts[1]).not.toBe(start.posts[1]);
  });

  test('marks what others did, for a while', () => {
    const start = feedOf([post(1)], '10');
    const likes: LiveMessage = { kind: 'post.likes', position: '11', postId: 'post-1', likeCount: 3 };
    expect(foldFeed(start, likes).posts[0]?.news).toEqual({});
    const liked = foldFeed(start, likes, 5_000);
    expect(liked.posts[0]?.news).toEqual({ likes: 5_000 });
    const added: LiveMessage = {
      kind: 'comment.added',
      position: '12',
      postId: 'post-1',
      comment: comment(7),
      commentCount: 1,
    };
    expect(foldFeed(liked, added, 9_000).posts[0]?.news).toEqual({ 'comment-7': 9_000 });
  });
});

describe('new posts', () => {
  const published = (n: number, position: string): LiveMessage => ({ kind: 'post.published', position, post: post(n) });

  test('wait above a feed that is shown, newest first, and take their place when asked for', () => {
    const feed = folded(feedOf([post(1)], '10'), [published(2, '11'), published(3, '12')]);
    expect(ids(feed.posts)).toEqual(['post-1']);
    expect(ids(feed.waiting)).toEqual(['post-3', 'post-2']);
    expect(ids(withWaitingShown(feed).posts)).toEqual(['post-3', 'post-2', 'post-1']);
  });

  test('are shown at once where nothing is shown yet', () => {
    expect(ids(foldFeed(feedOf([], '10'), published(1, '11')).posts)).toEqual(['post-1']);
  });

  test('wait too when a fresh read finds them', () => {
    const feed = feedOf([post(3), post(2), post(1)], '12', feedOf([post(1)], '10'));
    expect(ids(feed.posts)).toEqual(['post-1']);
    expect(ids(feed.waiting)).toEqual(['post-3', 'post-2']);
  });

  test('replace a feed that shares nothing with what is there now', () => {
    const feed = feedOf([post(9), post(8)], '12', feedOf([post(1)], '10'));
    expect(ids(feed.posts)).toEqual(['post-9', 'post-8']);
    expect(feed.waiting).toEqual([]);
  });

  test('of the reader himself are shown at once, whether the live message came before or comes after', () => {
    const before = withOwnPost(foldFeed(feedOf([post(1)], '10'), published(2, '11')), post(2), '11');
    const afterwards = foldFeed(withOwnPost(feedOf([post(1)], '10'), post(2), '11'), published(2, '11'));
    for (const feed of [before, afterwards]) {
      expect(ids(feed.posts)).toEqual(['post-2', 'post-1']);
      expect(feed.waiting).toEqual([]);
    }
  });

  test('do not pile up without end', () => {
    const many = Array.from({ length: mostWaiting + 10 }, (_, i) => published(i + 2, String(i + 11)));
    expect(folded(feedOf([post(1)], '10'), many).waiting).toHaveLength(mostWaiting);
  });
});

describe('pages', () => {
  test('follow each other; one that was asked for twice is taken once', () => {
    const first = feedOf([post(3)], '10', undefined, 'next');
    const second = withNextPage(first, { items: [post(2), post(3)], nextCursor: 'last' }, '11', 'next');
    expect(ids(second.posts)).toEqual(['post-3', 'post-2']);
    expect(withNextPage(second, { items: [post(1)], nextCursor: null }, '11', 'next')).toBe(second);
  });

  test('do not bring a deleted post back', () => {
    const first = withoutPost(feedOf([post(3)], '10', undefined, 'next'), 'post-2', '12');
    const page = { items: [post(2), post(1)], nextCursor: null };
    expect(ids(withNextPage(first, page, '11', 'next').posts)).toEqual(['post-3', 'post-1']);
  });
});
