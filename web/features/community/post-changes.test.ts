import { describe, expect, test } from 'vitest';
import type { Comment } from '../../../server/core/contracts/community.ts';
import type { CachedPost } from './fold-post.ts';
import { isShown, type PostChange, withChange } from './post-changes.ts';

const comment = (id: string): Comment => ({
  id,
  text: 'Thanks',
  authorId: 'mia',
  authorName: 'Mia',
  createdAt: '2026-10-01T18:40:00.000Z',
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
  { key: 'a', kind: 'like', liked: true },
  { key: 'b', kind: 'comment', comment: comment('c-3') },
  { key: 'c', kind: 'deleteComment', commentId: 'c-2' },
];

test.each(changes)('a pending %j is shown, and applied once', (change) => {
  const once = withChange(post, change);
  expect(isShown(post, change)).toBe(false);
  expect(isShown(once, change)).toBe(true);
  expect(withChange(once, change)).toEqual(once);
});

describe('a pending change', () => {
  test('moves the counts', () => {
    const [like, add, remove] = changes.map((change) => withChange(post, change));
    expect([like?.likeCount, add?.commentCount, remove?.commentCount]).toEqual([25, 3, 1]);
  });

  test('can be taken back by a second one', () => {
    expect(changes.slice(0, 1).reduce(withChange, post)).toMatchObject({ likedByMe: true });
    const back: PostChange = { key: 'd', kind: 'like', liked: false };
    expect([...changes.slice(0, 1), back].reduce(withChange, post)).toMatchObject({ likedByMe: false, likeCount: 24 });
  });

  test('adds a comment beside an equal one', () => {
    const [, add] = changes;
    if (add) expect(withChange(post, add).comments.map(({ id }) => id)).toEqual(['c-1', 'c-2', 'c-3']);
  });

  test('hides a post that is being deleted', () => {
    expect(withChange(post, { key: 'e', kind: 'delete' }).isDeleted).toBe(true);
  });

  test('leaves the confirmed post as it is', () => {
    const before = structuredClone(post);
    changes.reduce(withChange, post);
    expect(post).toEqual(before);
  });
});
