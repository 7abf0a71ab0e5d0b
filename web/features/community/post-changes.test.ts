import { describe, expect, test } from 'vitest';
import type { Comment } from '../../../server/core/contracts/community.ts';
import type { CachedPost } from './fold-post.ts';
import { applyChange, type PostChange } from './post-changes.ts';

const comment = (id: string): Comment => ({
  id,
  text: 'Thanks',
  authorId: 'mia',
  authorName: 'Mia',
  createdAt: '2026-10-01T18:40:00.000Z',
  likeCount: 0,
});

const post: CachedPost = {
  id: 'post-1',
  revision: '5',
  title: 'Salad',
  content: '',
  type: 'text',
  authorId: 'eleni',
  authorName: 'Eleni',
  createdAt: '2026-10-01T18:40:00.000Z',
  likeCount: 24,
  commentCount: 2,
  comments: [comment('c-1'), comment('c-2')],
  olderCommentsCursor: null,
  likedByMe: false,
};

const changes: PostChange[] = [
  { kind: 'like', liked: true },
  { kind: 'comment', comment: comment('c-3') },
  { kind: 'deleteComment', commentId: 'c-2' },
];

test.each(changes)('applies a pending %j once', (change) => {
  const once = applyChange(post, change);
  expect(once).not.toEqual(post);
  expect(applyChange(once, change)).toEqual(once);
});

describe('a pending change', () => {
  test('adjusts the counts', () => {
    const [like, add, remove] = changes.map((change) => applyChange(post, change));
    expect([like?.likeCount, add?.commentCount, remove?.commentCount]).toEqual([25, 3, 1]);
  });

  test('can be reversed by a second one', () => {
    expect(changes.slice(0, 1).reduce(applyChange, post)).toMatchObject({ likedByMe: true });
    const back: PostChange = { kind: 'like', liked: false };
    expect([...changes.slice(0, 1), back].reduce(applyChange, post)).toMatchObject({ likedByMe: false, likeCount: 24 });
  });

  test('adds a comment even if another has the same text', () => {
    const [, add] = changes;
    if (add) expect(applyChange(post, add).comments.map(({ id }) => id)).toEqual(['c-1', 'c-2', 'c-3']);
  });

  test('hides a post that is being deleted', () => {
    expect(applyChange(post, { kind: 'delete' }).isDeleted).toBe(true);
  });

  test('does not mutate the confirmed post', () => {
    const before = structuredClone(post);
    changes.reduce(applyChange, post);
    expect(post).toEqual(before);
  });
});
