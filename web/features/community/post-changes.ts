import type { Comment } from '../../../server/core/contracts/community.ts';
import { api } from '../../lib/api-client.ts';
import { applyLike } from '../../lib/sync/likes.ts';
import type { CachedPost } from './fold-post.ts';

/** A change that the user makes. `key` is its idempotency key. */
export type PostChange = { readonly key: string } & (
  | { kind: 'like'; liked: boolean }
  | { kind: 'comment'; comment: Comment }
  | { kind: 'deleteComment'; commentId: string }
  | { kind: 'delete' }
);

/** Applies a pending change. Idempotent. */
export function applyChange(post: CachedPost, change: PostChange): CachedPost {
  const { comments, commentCount } = post;
  switch (change.kind) {
    case 'like':
      return applyLike(post, change.liked);
    case 'comment': {
      if (comments.some(({ id }) => id === change.comment.id)) return post;
      return { ...post, comments: [...comments, change.comment], commentCount: commentCount + 1 };
    }
    case 'deleteComment': {
      const remaining = comments.filter(({ id }) => id !== change.commentId);
      if (remaining.length === comments.length) return post;
      return { ...post, comments: remaining, commentCount: commentCount - 1 };
    }
    case 'delete':
      return { ...post, isDeleted: true };
  }
}

/** Whether the post already includes the change. A comment that is missing may be an older one that is not loaded. */
export const isApplied = (post: CachedPost, change: PostChange): boolean =>
  applyChange(post, change) === post && (change.kind !== 'deleteComment' || post.olderCommentsCursor === null);

/** @returns the revision of the post that includes the change */
export async function sendChange(uid: string, postId: string, change: PostChange): Promise<string | undefined> {
  const path = `/community/${postId}`;
  const options = { idempotencyKey: change.key, sender: uid };
  switch (change.kind) {
    case 'like':
      return (await api.send('POST', `${path}/like`, { liked: change.liked }, options)).revision;
    case 'comment': {
      const { id, text } = change.comment;
      return (await api.send('POST', `${path}/comments`, { id, text }, options)).revision;
    }
    case 'deleteComment':
      return (await api.send('DELETE', `${path}/comments/${change.commentId}`, undefined, options)).revision;
    case 'delete':
      return (await api.send('DELETE', path, undefined, options)).revision;
  }
}
