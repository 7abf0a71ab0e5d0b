import { describe, expect, test } from 'vitest';
import {
  batch,
  eventsOf,
  type GivenEvent,
  messagesOf,
  onPost,
  post,
  postId,
} from '../../tests/support/applied-batches.ts';
import type { Post } from '../core/contracts/community.ts';
import { liveMessages } from './messages.ts';

const postBatch = (happened: GivenEvent[], after?: Post) =>
  liveMessages(batch('posts', eventsOf(7, happened), after ? { [`posts/${postId}`]: after } : {}));

describe('posts', () => {
  const changed = { kind: 'post.changed', postId };

  test('sends a new post to the community', () => {
    expect(postBatch([onPost('PostPublished')], { ...post, revision: '0' })).toEqual([
      { room: 'community', message: { kind: 'post.published', position: '7', post: { ...post, revision: '0' } } },
    ]);
  });

  test('sends a new post before its other changes in the batch, with at most one comment per message', () => {
    const comments = [comment('c1'), comment('c2')];
    const commented = { ...post, revision: '4', commentCount: 2, comments, olderCommentsCursor: 'older' };
    const happened = [
      onPost('PostPublished'),
      onPost('CommentAdded', { commentId: 'c1' }),
      onPost('PostLiked', {}, 'ben'),
      onPost('CommentAdded', { commentId: 'c2' }),
      onPost('PostRevised'),
    ];
    const { id: _id, revision: _revision, authorId: _authorId, createdAt: _createdAt, ...shown } = post;
    const { likeCount, commentCount: _count, comments: _comments, olderCommentsCursor: _cursor, ...written } = shown;
    expect(messagesOf(postBatch(happened, commented))).toEqual([
      { kind: 'post.published', position: '11', post: { ...post, revision: '0' } },
      { kind: 'post.liked', position: '9', postId, revision: '2', liked: true },
      {
        ...changed,
        position: '9',
        from: '0',
        revision: '2',
        likeCount,
        comments: { count: 2, added: [comment('c1')], removed: [] },
      },
      {
        ...changed,
        position: '11',
        from: '2',
        revision: '4',
        written,
        likeCount,
        comments: { count: 2, added: [comment('c2')], removed: [] },
      },
    ]);
  });

  test('sends several likes as one message to the community, after one to each user who liked', () => {
    const likes = [onPost('PostLiked', {}, 'ben'), onPost('PostLiked', {}, 'mia'), onPost('PostUnliked', {}, 'ben')];
    expect(postBatch(likes, post)).toEqual([
      { room: 'user:ben', message: { kind: 'post.liked', position: '9', postId, revision: '2', liked: false } },
      { room: 'user:mia', message: { kind: 'post.liked', position: '8', postId, revision: '1', liked: true } },
      { room: 'community', message: { ...changed, position: '9', from: null, revision: '2', likeCount: 2 } },
    ]);
  });

  test('sends a comment that the post no longer shows', () => {
    const documents = { [`posts/${postId}`]: post, [`comments/${postId}:c1`]: comment('c1') };
    const events = eventsOf(7, [onPost('CommentAdded', { commentId: 'c1' })]);
    expect(messagesOf(liveMessages(batch('posts', events, documents)))).toMatchObject([
      { comments: { added: [comment('c1')] } },
    ]);
  });

  test('sends only the deletion of a comment that was added and deleted in one batch', () => {
    const happened = [onPost('CommentAdded', { commentId: 'c1' }), onPost('CommentDeleted', { commentId: 'c1' })];
    expect(messagesOf(postBatch(happened, post))).toEqual([
      {
        ...changed,
        position: '8',
        from: null,
        revision: '1',
        likeCount: 2,
        comments: { count: 0, added: [], removed: ['c1'] },
      },
    ]);
  });

  test('sends the likes of comments to all, after one message to each user who liked', () => {
    const like = (type: string, actor: string) => onPost(type, { commentId: 'c1' }, actor);
    const happened = [like('CommentLiked', 'ben'), like('CommentLiked', 'mia'), like('CommentUnliked', 'ben')];
    const own = { kind: 'comment.liked', postId, commentId: 'c1' };
    expect(postBatch(happened, { ...post, comments: [comment('c1')] })).toEqual([
      { room: 'user:ben', message: { ...own, position: '9', revision: '2', liked: false } },
      { room: 'user:mia', message: { ...own, position: '8', revision: '1', liked: true } },
      {
        room: 'community',
        message: {
          ...changed,
          position: '9',
          from: null,
          revision: '2',
          likeCount: 2,
          likedComments: [{ id: 'c1', likeCount: 1 }],
        },
      },
    ]);
  });

  test('sends all that a revision may have changed', () => {
    const photo = {
      id: 'a',
      alt: 'A pot',
      placeholder: '',
      pictures: [{ url: '/pictures/a/320', width: 320, height: 240 }],
    };
    const written = {
      ...{ title: 'Dumplings', content: 'Fold #them, @Ben', excerptOf: '945afd25b5232608', type: 'image' as const },
      ...{ imageUrl: '/art/pie.webp', photos: [photo], youtubeUrl: 'https://youtu.be/LWuuCndtJr0' },
      ...{ mentions: [{ uid: 'ben', name: 'Ben' }], tags: ['them'], authorName: 'Mia', authorAvatar: '/mia.webp' },
    };
    expect(messagesOf(postBatch([onPost('PostRevised')], { ...post, ...written }))).toMatchObject([{ written }]);
  });

  test('sends only the deletion of a deleted post', () => {
    expect(messagesOf(postBatch([onPost('PostLiked'), onPost('PostDeleted')]))).toEqual([
      { kind: 'post.deleted', position: '8', postId },
    ]);
  });

  test('sends nothing for an event that changed nothing', () => {
    expect(postBatch([onPost('PostLiked')])).toEqual([]);
    expect(postBatch([['profile-mia', 'ProfileRevised', { username: 'Mia M.' }]])).toEqual([]);
  });
});

function comment(id: string) {
  return { id, text: 'Yum', authorId: 'ben', authorName: 'Ben', createdAt: '2026-11-20T10:00:00.000Z', likeCount: 1 };
}
