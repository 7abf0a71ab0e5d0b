import { describe, expect, test } from 'vitest';
import type { Comment } from '../../server/core/contracts/community.ts';
import type { GivenEvent } from '../../tests/support/applied-batches.ts';
import { contentsOf } from '../../tests/support/contents-of.ts';
import { documentOf, foldedModel, membersOf } from '../../tests/support/folded-model.ts';
import { entryOf } from '../read-models/cursor.ts';
import type { PostDocument } from './post-document.ts';
import { postsProjection } from './posts.ts';
import { postsModel } from './stored-posts.ts';

const on = (type: string, data: object = {}, actor = 'mia'): GivenEvent => ['post-1', type, data, actor];
const published = on('PostPublished', { title: 'Soup', body: { type: 'text', content: '' } });
const commented = (...numbers: number[]) =>
  numbers.map((n) => on('CommentAdded', { commentId: `c${n}`, text: 'Mm' }, 'sam'));
const uncommented = (n: number) => on('CommentDeleted', { commentId: `c${n}` }, 'sam');
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);
const ids = (...numbers: number[]) => numbers.map((n) => `c${n}`);

/** The comments embedded in a post, and those after its cursor for older comments, newest first. */
async function commentsAfter(...events: GivenEvent[]) {
  const model = foldedModel(postsProjection, [published, ...events]);
  const { comments, commentCount, olderCommentsCursor } = await documentOf<PostDocument>(model, postsModel.posts, '1');
  const shown = comments.map(({ id }: Comment) => id);
  if (olderCommentsCursor === null) return { commentCount, shown, older: null };
  const after = entryOf(olderCommentsCursor);
  if (!after) throw new Error('The cursor is invalid');
  const older = await model.range(postsModel.commentsOf('1'), { direction: 'descending', limit: 100, after });
  return { commentCount, shown, older: older.map(({ member }) => member.replace('1:', '')) };
}

describe('comments of a post', () => {
  test('beyond the embedded ones continue right after them, in the same order', async () => {
    const first = await commentsAfter(...commented(...upTo(20)));
    expect(first).toEqual({ commentCount: 20, shown: ids(...upTo(20)), older: null });
    const more = await commentsAfter(...commented(...upTo(23)));
    expect(more).toEqual({ commentCount: 23, shown: ids(...upTo(23).slice(3)), older: ids(2, 1, 0) });
  });

  test.each([
    ['the newest', 22],
    ['one in between', 10],
    ['the oldest embedded one', 3],
  ])('are each read once after %s is deleted', async (_, deleted) => {
    const left = upTo(23).filter((n) => n !== deleted);
    const after = await commentsAfter(...commented(...upTo(23)), uncommented(deleted));
    expect(after).toEqual({ commentCount: 22, shown: ids(...left.slice(2)), older: ids(1, 0) });
  });

  test('need no cursor once deletions leave only embedded ones', async () => {
    const after = await commentsAfter(...commented(...upTo(21)), uncommented(20));
    expect(after).toEqual({ commentCount: 20, shown: ids(...upTo(20)), older: null });
  });

  test('are read to the end after an older one is deleted', async () => {
    const after = await commentsAfter(...commented(...upTo(23)), uncommented(1), ...commented(23));
    expect(after).toEqual({ commentCount: 23, shown: ids(...upTo(24).slice(4)), older: ids(3, 2, 0) });
  });
});

test('keeps comments of two posts apart that have the same id', async () => {
  const on2 = (type: string, data: object): GivenEvent => ['post-2', type, data, 'ann'];
  const model = foldedModel(postsProjection, [
    published,
    on2('PostPublished', { title: 'Stew', body: { type: 'text', content: '' } }),
    ...commented(1),
    on2('CommentAdded', { commentId: 'c1', text: 'Oh' }),
    on2('CommentDeleted', { commentId: 'c1' }),
  ]);
  expect(await documentOf<Comment>(model, postsModel.comments, '1:c1')).toMatchObject({ text: 'Mm', authorId: 'sam' });
  expect(await membersOf(model, postsModel.commentsOf('1'))).toEqual(['1:c1']);
});

test('removes a withdrawn like from the count and from the likes', async () => {
  const like = on('PostLiked', {}, 'sam');
  const model = foldedModel(postsProjection, [
    published,
    like,
    on('PostLiked', {}, 'ann'),
    on('PostUnliked', {}, 'sam'),
  ]);
  expect(await documentOf<PostDocument>(model, postsModel.posts, '1')).toMatchObject({ likeCount: 1 });
  expect(await membersOf(model, postsModel.likesOf('1'))).toEqual(['ann']);
});

test('a deleted post leaves nothing in the read model, with comments of any user', async () => {
  const by = (actor: string, commentId: string) => on('CommentAdded', { commentId, text: 'Mm' }, actor);
  const long = on('PostRevised', { title: 'Soup', body: { type: 'text', content: 'x'.repeat(5_000) } });
  const like = on('PostLiked', {}, 'ann');
  const commentedOnce = [by('sam', 's1'), by('ann', 'a1'), by('zoe', 'z1')];
  const removed = on('CommentDeleted', { commentId: 'z1' }, 'zoe');
  const model = foldedModel(postsProjection, [published, long, like, ...commentedOnce, removed, on('PostDeleted')]);
  expect(contentsOf(model)).toEqual({});
});

test('shows a new name and picture on all posts and comments of the user, including older comments', async () => {
  const named = (type: string, username: string, avatar: string | null): GivenEvent => [
    'profile-sam',
    type,
    { username, avatar },
    'sam',
  ];
  const model = foldedModel(postsProjection, [
    named('ProfileCreated', 'Sam', null),
    published,
    ...commented(...upTo(21)),
    on('CommentAdded', { commentId: 'of-ann', text: 'Mm' }, 'ann'),
    named('ProfileRevised', 'Samuel', '/face.webp'),
  ]);
  const samuel = { authorName: 'Samuel', authorAvatar: '/face.webp' };
  const { comments } = await documentOf<PostDocument>(model, postsModel.posts, '1');
  expect(comments).toHaveLength(20);
  expect(comments[0]).toMatchObject(samuel);
  expect(await documentOf<Comment>(model, postsModel.comments, '1:c0')).toMatchObject(samuel);
  expect(comments.at(-1)).toMatchObject({ id: 'of-ann', authorId: 'ann' });
  expect(comments.at(-1)).not.toMatchObject(samuel);
});

test.each([
  [{ type: 'text' }, {}],
  [{ type: 'image' }, {}],
  [{ type: 'image', imageUrl: '/art/ramen.webp' }, { imageUrl: '/art/ramen.webp' }],
  [{ type: 'youtube' }, {}],
  [{ type: 'youtube', youtubeId: 'dQw4w9WgXcQ' }, { youtubeUrl: expect.stringContaining('/embed/dQw4w9WgXcQ') }],
])('a post with %j shows its media, published or revised', async (written, medium) => {
  const body = { ...written, content: 'Slurp' };
  const revised = [published, on('PostRevised', { title: 'Ramen', body })];
  for (const events of [[on('PostPublished', { title: 'Ramen', body })], revised]) {
    const model = foldedModel(postsProjection, events);
    const { type, content, imageUrl, youtubeUrl } = await documentOf<PostDocument>(model, postsModel.posts, '1');
    const shown = JSON.parse(JSON.stringify({ type, content, imageUrl, youtubeUrl }));
    expect(shown).toEqual({ type: written.type, content: 'Slurp', ...medium });
  }
});

describe('the likes of a hidden comment', () => {
  const likedAndHidden: GivenEvent[] = [
    published,
    ...commented(1),
    on('CommentLiked', { commentId: 'c1' }, 'ann'),
    ['moderation-postComment:1:c1', 'ContentHidden', { authorId: 'sam', reason: 'Rude' }, 'dee'],
  ];
  const restored: GivenEvent = [
    'moderation-postComment:1:c1',
    'ContentRestored',
    { authorId: 'sam', reason: '' },
    'dee',
  ];
  const likers = (...events: GivenEvent[]) =>
    membersOf(foldedModel(postsProjection, [...likedAndHidden, ...events]), postsModel.likesOfComment('1:c1'));

  test('stay while it may be restored', async () => {
    expect(await likers()).toEqual(['ann']);
    expect(await likers(restored)).toEqual(['ann']);
  });

  test.each<[string, GivenEvent]>([
    ['it', uncommented(1)],
    ['its post', on('PostDeleted')],
  ])('are removed when %s is deleted', async (_, deleted) => {
    expect(await likers(deleted)).toEqual([]);
  });
});
