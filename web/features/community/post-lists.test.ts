import { beforeEach, expect, test, vi } from 'vitest';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { queryClient } from '../../lib/query-client.ts';
import type { CachedPost } from './fold-post.ts';
import { followingKey } from './followed-people.ts';
import { foldInList, isListed, type PostList } from './post-lists.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

const pie: CachedPost = {
  ...{ id: 'pie', revision: '5', title: 'Pie', content: '#vegan', type: 'text', authorId: 'sam', authorName: 'Sam' },
  ...{ createdAt: '2026-10-01T18:40:00.000Z', likeCount: 0, tags: ['vegan'] },
  ...{ commentCount: 0, comments: [], olderCommentsCursor: null },
};

beforeEach(() => {
  queryClient.clear();
});

test.each<[PostList, boolean]>([
  [['mia', 'all'], true],
  [['mia', 'tag', 'vegan'], true],
  [['mia', 'tag', 'soup'], false],
  [['mia', 'author', 'sam'], true],
  [['mia', 'author', 'mia'], false],
  [['mia', 'one', 'pie'], true],
  [['mia', 'one', 'soup'], false],
])('of the list %j, a new post is a part: %s', (list, isPart) => {
  expect(isListed(pie, list)).toBe(isPart);
});

test('a new post is among those of people whom the reader follows, also until they are known', () => {
  const isThere = () => isListed(pie, ['mia', 'following']);
  expect(isThere()).toBe(true);
  queryClient.setQueryData([followingKey, 'mia'], { revision: '5', items: [] });
  expect(isThere()).toBe(false);
  queryClient.setQueryData([followingKey, 'mia'], {
    revision: '6',
    items: [{ uid: 'sam', name: 'Sam', avatar: null }],
  });
  expect(isThere()).toBe(true);
});

test('a post that loses its hashtag is gone from the list of that, and from no other', () => {
  const written = { title: 'Pie', content: 'No tag', type: 'text', authorName: 'Sam' } as const;
  const message: LiveMessage = {
    ...{ kind: 'post.changed', position: '9', postId: 'pie', from: '5', revision: '6', likeCount: 0, written },
  };
  expect(foldInList(pie, message, ['mia', 'tag', 'vegan'])).toBe('gone');
  expect(foldInList(pie, message, ['mia', 'all'])).toMatchObject({ revision: '6', content: 'No tag' });
});
