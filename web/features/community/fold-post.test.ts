import { describe, expect, test } from 'vitest';
import type { Comment } from '../../../server/core/contracts/community.ts';
import type { ChangedPost, LiveMessage } from '../../../server/core/contracts/live.ts';
import { keepOlderComments, withOlderComments } from '../../lib/sync/comments.ts';
import { type CachedPost, foldPost } from './fold-post.ts';

const comment = (n: number, change: Partial<Comment> = {}): Comment => ({
  id: `c-${n}`,
  text: `Comment ${n}`,
  authorId: 'sam',
  authorName: 'Sam',
  createdAt: '2026-10-01T18:40:00.000Z',
  likeCount: 0,
  ...change,
});

const post: CachedPost = {
  id: 'post-1',
  revision: '5',
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

const changed = (change: Partial<ChangedPost> = {}): LiveMessage => ({
  kind: 'post.changed',
  position: '11',
  postId: 'post-1',
  from: '5',
  revision: '6',
  likeCount: 24,
  ...change,
});
const liked = (revision: string, isLiked = true): LiveMessage => ({
  kind: 'post.liked',
  position: '11',
  postId: 'post-1',
  revision,
  liked: isLiked,
});
const foldAll = (...messages: LiveMessage[]): CachedPost =>
  messages.reduce((before, message) => {
    const next = foldPost(before, message);
    if (typeof next === 'string') throw new Error(next);
    return next;
  }, post);
const idsOf = ({ comments }: CachedPost) => comments.map(({ id }) => id);

describe('pushed changes', () => {
  test('add and remove comments, and update their count', () => {
    const comments = { count: 13, added: [comment(5), comment(6)], removed: ['c-3'] };
    const result = foldAll(changed({ comments }));
    expect(idsOf(result)).toEqual(['c-4', 'c-5', 'c-6']);
    expect(result).toMatchObject({ revision: '6', commentCount: 13 });
  });

  test('add a comment whose id was removed before', () => {
    const comments = { count: 12, added: [comment(4, { text: 'Again' })], removed: ['c-4'] };
    expect(foldAll(changed({ comments })).comments.at(-1)?.text).toBe('Again');
  });

  test('that overlap with the fetched post add a comment once', () => {
    const comments = { count: 12, added: [comment(4), comment(5)], removed: [] };
    expect(idsOf(foldAll(changed({ from: '3', comments })))).toEqual(['c-3', 'c-4', 'c-5']);
  });

  test("replace the author's content, and remove omitted fields", () => {
    const written = { title: 'Greek salad', content: 'Feta', type: 'text' as const, authorName: 'Eleni' };
    const result = foldAll(changed({ written }));
    expect(result).toMatchObject({ title: 'Greek salad', type: 'text', likeCount: 24, comments: post.comments });
    expect(result).not.toHaveProperty('imageUrl');
  });

  test('are applied once, and are a gap when an earlier one was missed', () => {
    const once = foldAll(changed({ likeCount: 30 }));
    expect(foldPost(once, changed({ likeCount: 31 }))).toBe(once);
    expect(foldPost(post, changed({ from: '6', revision: '7' }))).toBe('gap');
  });

  test('change only their own post, and remove it when it is deleted', () => {
    expect(foldPost(post, changed({ postId: 'post-2' }))).toBe(post);
    expect(foldPost(post, { kind: 'post.deleted', position: '11', postId: 'post-2' })).toBe(post);
    expect(foldPost(post, { kind: 'post.deleted', position: '11', postId: 'post-1' })).toBe('gone');
  });
});

describe("the user's own like", () => {
  test('is counted once, whether its push arrives before or after the count', () => {
    const count = changed({ likeCount: 25 });
    for (const messages of [
      [liked('6'), count],
      [count, liked('6')],
    ]) {
      expect(foldAll(...messages)).toMatchObject({ likeCount: 25, likedByMe: true });
    }
    expect(foldAll(liked('6'))).toMatchObject({ likeCount: 25, likedByMe: true });
  });

  test('is the latest one, in any order of the pushes', () => {
    expect(foldAll(liked('7', false), liked('6')).likedByMe).toBe(false);
    expect(foldAll(liked('6'), liked('7', false)).likedByMe).toBe(false);
  });

  test('that was fetched already is not overwritten by an older push', () => {
    expect(foldPost({ ...post, likedByMe: true }, liked('5', false))).toMatchObject({ likedByMe: true });
  });
});

describe('a new name or picture', () => {
  const person = { kind: 'person.changed', position: '11', uid: 'sam', name: 'Samuel', avatar: '/sam.webp' } as const;

  test('is shown on everything that the user wrote, and on nothing else', () => {
    expect(foldAll(person)).toEqual({
      ...post,
      comments: [3, 4].map((n) => comment(n, { authorName: 'Samuel', authorAvatar: '/sam.webp' })),
    });
    expect(foldAll(person, { ...person, avatar: null }).comments[0]).not.toHaveProperty('authorAvatar');
  });

  test('that is already shown changes nothing', () => {
    const once = foldAll(person);
    expect(foldPost(once, person)).toBe(once);
    expect(foldPost(post, { ...person, uid: 'tom' })).toBe(post);
  });
});

describe('older comments', () => {
  const loaded = withOlderComments(post, { items: [comment(2), comment(1)], nextCursor: 'oldest' }, 'older');

  test('are shown before the newer ones, oldest first', () => {
    expect(idsOf(loaded)).toEqual(['c-1', 'c-2', 'c-3', 'c-4']);
    expect(loaded.olderCommentsCursor).toBe('oldest');
  });

  test('of one page are added once', () => {
    expect(withOlderComments(loaded, { items: [comment(2)], nextCursor: null }, 'older')).toBe(loaded);
  });

  test('stay when the post is fetched again', () => {
    const fetched = { ...post, commentCount: 13, comments: [comment(4), comment(5)] };
    expect(idsOf(keepOlderComments(fetched, loaded))).toEqual(['c-1', 'c-2', 'c-3', 'c-4', 'c-5']);
    expect(keepOlderComments(fetched, loaded).olderCommentsCursor).toBe('oldest');
  });

  test('are dropped when the push of a deletion was missed', () => {
    const fetched = { ...post, commentCount: 12, comments: [comment(4), comment(5)] };
    expect(keepOlderComments(fetched, loaded)).toBe(fetched);
  });

  test('are dropped when the fetched comments do not continue them, or are complete', () => {
    const later = { ...post, comments: [comment(8)] };
    expect(keepOlderComments(later, loaded)).toBe(later);
    const all = { ...post, comments: [comment(4)], olderCommentsCursor: null };
    expect(keepOlderComments(all, loaded)).toBe(all);
  });
});

describe("the user's own like of a comment", () => {
  const likedComment = (commentId: string, revision: string, isLiked = true): LiveMessage => ({
    ...{ kind: 'comment.liked', position: '11', postId: 'post-1', commentId, revision, liked: isLiked },
  });
  const count = changed({ likedComments: [{ id: 'c-3', likeCount: 1 }] });

  test('is counted once, whether its push arrives before or after the count', () => {
    for (const messages of [
      [likedComment('c-3', '6'), count],
      [count, likedComment('c-3', '6')],
    ]) {
      expect(foldAll(...messages).comments).toEqual([comment(3, { likeCount: 1, likedByMe: true }), comment(4)]);
    }
  });

  test('is the latest one, in any order of the pushes', () => {
    const [liked6, unliked7] = [likedComment('c-3', '6'), likedComment('c-3', '7', false)];
    for (const messages of [
      [liked6, unliked7],
      [unliked7, liked6],
    ])
      expect(foldAll(...messages).comments[0]).toMatchObject({ likedByMe: false, likeCount: 0 });
  });

  test('of a comment that is pushed later is kept for it', () => {
    const comments = { count: 13, added: [comment(5, { likeCount: 1 })], removed: [] };
    expect(foldAll(likedComment('c-5', '6'), changed({ comments })).comments.at(-1)).toMatchObject({
      ...{ id: 'c-5', likedByMe: true, likeCount: 1 },
    });
  });
});
