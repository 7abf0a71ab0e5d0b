import { describe, expect, test } from 'vitest';
import type { Comment, Post } from '../../../server/core/contracts/community.ts';
import { type PostRequest, withPending } from './pending.ts';

const comment = (id: string, text: string, authorId = 'mia'): Comment => ({
  id,
  text,
  authorId,
  authorName: authorId,
  createdAt: '2026-10-01T18:40:00.000Z',
});

const post: Post = {
  id: 'post-1',
  title: 'Salad',
  content: '',
  type: 'text',
  authorId: 'eleni',
  authorName: 'Eleni',
  createdAt: '2026-10-01T18:40:00.000Z',
  likeCount: 24,
  commentCount: 2,
  comments: [comment('c-1', 'First', 'sam'), comment('c-2', 'Second', 'jisoo')],
  olderCommentsCursor: null,
  likedByMe: false,
};

const like: PostRequest = { key: 'k', kind: 'like', postId: 'post-1', liked: true, shownCount: 24 };
const thanks = comment('new-1', 'Thanks');
const say: PostRequest = { key: 'k', kind: 'comment', postId: 'post-1', comment: thanks, known: ['c-1', 'c-2'] };

describe('a like on its way', () => {
  test.each([
    ['before anything came back', {}, 25],
    ['when the count came live before the answer', { likeCount: 25 }, 25],
    ['when the answer is there', { likeCount: 25, likedByMe: true }, 25],
    ['when others liked too', { likeCount: 27 }, 27],
  ])('is counted once %s', (_, told, likeCount) => {
    expect(withPending({ ...post, ...told }, [like])).toMatchObject({ likedByMe: true, likeCount });
  });

  test('can be taken back before it arrived', () => {
    const back: PostRequest = { key: 'l', kind: 'like', postId: 'post-1', liked: false, shownCount: 25 };
    expect(withPending(post, [like, back])).toMatchObject({ likedByMe: false, likeCount: 24 });
  });

  test('leaves other posts alone', () => {
    expect(withPending({ ...post, id: 'post-2' }, [like])).toMatchObject({ likedByMe: false, likeCount: 24 });
  });
});

describe('a comment on its way', () => {
  test('stands last and is counted', () => {
    const shown = withPending(post, [say]);
    expect(shown?.comments.at(-1)).toBe(thanks);
    expect(shown?.commentCount).toBe(3);
  });

  test('is shown once when the live message came before the answer', () => {
    const told = { ...post, comments: [...post.comments, comment('c-3', 'Thanks')], commentCount: 3 };
    expect(withPending(told, [say])).toBe(told);
  });

  test('is shown beside an equal one that was there before', () => {
    const before = { ...post, comments: [...post.comments, comment('c-3', 'Thanks')], commentCount: 3 };
    expect(withPending(before, [{ ...say, known: ['c-1', 'c-2', 'c-3'] }])?.comments).toHaveLength(4);
  });

  test('goes when it is being deleted, and counts no longer', () => {
    const request: PostRequest = { key: 'k', kind: 'deleteComment', postId: 'post-1', commentId: 'c-2' };
    const shown = withPending(post, [request]);
    expect(shown?.comments.map(({ id }) => id)).toEqual(['c-1']);
    expect(shown?.commentCount).toBe(1);
    expect(withPending(shown ?? post, [request])?.commentCount).toBe(1);
  });
});

test('a post that is being deleted is not shown', () => {
  expect(withPending(post, [{ key: 'k', kind: 'delete', postId: 'post-1' }])).toBeUndefined();
});

test('what fails leaves exactly what the server knows', () => {
  const before = structuredClone(post);
  withPending(post, [like, say]);
  expect(post).toEqual(before);
  expect(withPending(post, [])).toBe(post);
});
