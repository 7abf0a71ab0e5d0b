/** The cached lists of posts, and comments that were not saved. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Comment } from '../../../server/core/contracts/community.ts';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { receive } from '../../../tests/support/live-connection.ts';
import { sessionOf, stubTab } from '../../../tests/support/signed-in-page.ts';
import { ApiError, api } from '../../lib/api-client.ts';
import { fieldOf, readDraft, showField } from '../../lib/drafts.ts';
import { savedSession } from '../../lib/identity/saved-session.ts';
import { queryClient } from '../../lib/query-client.ts';
import { refusedChanges } from '../../lib/sync/refused-changes.ts';
import { followPosts, posts } from './api.ts';
import type { CachedPost } from './fold-post.ts';
import type { PostList } from './post-lists.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));
vi.mock('../../lib/live.ts', async () => (await import('../../../tests/support/live-connection.ts')).live);

const comment = (id: string): Comment => ({
  ...{ id, text: id, authorId: 'mia', authorName: 'Mia', createdAt: '2026-10-01T18:40:00.000Z', likeCount: 0 },
});
const pie: CachedPost = {
  ...{ id: 'pie', revision: '5', title: 'Pie', content: '', type: 'text', authorId: 'sam', authorName: 'Sam' },
  ...{ createdAt: '2026-10-01T18:40:00.000Z', likeCount: 0, likedByMe: false },
  ...{ commentCount: 4, comments: [comment('c3'), comment('c4')], olderCommentsCursor: 'older' },
};
const all: PostList = ['mia', 'all'];
const vegan: PostList = ['mia', 'tag', 'vegan'];
const keyOf = (list: PostList) => posts.query(...list).queryKey;
const cache = (list: PostList, ...items: CachedPost[]) =>
  queryClient.setQueryData(keyOf(list), { items, unseen: [], nextCursor: null });
const outdated = () => [all, vegan].map((list) => queryClient.getQueryState(keyOf(list))?.isInvalidated);

followPosts();
beforeEach(() => {
  stubTab();
  queryClient.clear();
  savedSession.set(sessionOf('mia'));
  refusedChanges.remove(refusedChanges.all().map(({ key }) => key));
});

test('the screen of a post has the older comments that were fetched in a list', async () => {
  cache(all, { ...pie, comments: ['c1', 'c2', 'c3', 'c4'].map(comment), olderCommentsCursor: 'oldest' });
  vi.spyOn(api, 'get').mockResolvedValue({ data: pie });
  const { items } = await queryClient.fetchQuery(posts.query('mia', 'one', 'pie'));
  expect(items[0]?.comments.map(({ id }) => id)).toEqual(['c1', 'c2', 'c3', 'c4']);
  expect(items[0]?.olderCommentsCursor).toBe('oldest');
});

test.each<[LiveMessage, boolean]>([
  [{ kind: 'content.restored', position: '1', what: 'post', id: 'soup' }, true],
  [{ kind: 'content.restored', position: '1', what: 'recipe', id: 'soup' }, false],
  [{ kind: 'moderation.changed', position: '1' }, true],
])('after %j, the lists are fetched again: %s', (message, isFetched) => {
  for (const list of [all, vegan]) cache(list, pie);
  receive(message);
  expect(outdated()).toEqual([isFetched, isFetched]);
});

test('the list of a hashtag is fetched again when another post gets it', () => {
  const tagged = { ...pie, tags: ['vegan'] };
  for (const list of [all, vegan]) cache(list, tagged);
  const written = { title: 'Pie', content: '#vegan', type: 'text', authorName: 'Sam', tags: ['vegan'] } as const;
  const revise = (postId: string) =>
    receive({
      ...{ kind: 'post.changed', position: '1', postId, from: '5', revision: '6', likeCount: 0 },
      written: { ...written, tags: [...written.tags] },
    });
  revise('pie');
  expect(outdated()).toEqual([false, false]);
  revise('soup');
  expect(outdated()).toEqual([false, true]);
});

test.each([
  ['is in its form again, if that is on the screen', true],
  ['is otherwise shown as not saved', false],
])('a comment that the server refuses %s', async (_, isFormShown) => {
  vi.spyOn(api, 'send').mockRejectedValue(new ApiError({ statusCode: 409, code: 'REFUSED', message: 'No' }));
  let text = '';
  const field = fieldOf(
    '',
    (stored) => (typeof stored === 'string' ? stored : undefined),
    (change) => {
      text = change(text);
    },
  );
  const hide = isFormShown ? showField('comment.mia.pie', field) : undefined;
  posts.change(['mia', 'pie'], { kind: 'comment', comment: comment('Lovely') });
  await vi.waitFor(() => expect([text, refusedChanges.all().length]).toEqual(isFormShown ? ['Lovely', 0] : ['', 1]));
  expect(readDraft('comment.mia.pie')).toBeNull();
  hide?.();
});
