import { expect, test } from 'vitest';
import type { Comment } from '../../../server/core/contracts/community.ts';
import { threadsOf } from './threads.ts';

const comment = (id: string, replyTo?: string): Comment => ({
  id,
  text: id,
  ...(replyTo !== undefined && { replyTo }),
  authorId: 'sam',
  authorName: 'Sam',
  createdAt: '2026-10-01T18:40:00.000Z',
  likeCount: 0,
});
const shown = (comments: Comment[], first = 0) =>
  threadsOf(comments, first).map(({ comment, replies }) => [comment?.id, ...replies.map(({ id }) => id)]);

test('shows replies below their comments', () => {
  expect(shown([comment('a'), comment('b'), comment('a1', 'a'), comment('b1', 'b'), comment('a2', 'a')])).toEqual([
    ['a', 'a1', 'a2'],
    ['b', 'b1'],
  ]);
});

test('shows the comment of a reply, although it is older than the first that is shown', () => {
  const comments = [comment('a'), comment('b'), comment('c'), comment('a1', 'a')];
  expect(shown(comments, 2)).toEqual([['c'], ['a', 'a1']]);
});

test('keeps replies whose comment is not loaded or deleted', () => {
  expect(shown([comment('a1', 'a'), comment('b'), comment('a2', 'a')])).toEqual([[undefined, 'a1', 'a2'], ['b']]);
});
