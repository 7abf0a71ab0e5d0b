import type { Comment, PostCommentForm } from '../../../server/core/contracts/community.ts';
import type { SendWrite } from '../../lib/api-response.ts';
import { applyComment, applyCommentDeletion, shortenedComment } from '../../lib/sync/comments.ts';
import { applyLike } from '../../lib/sync/likes.ts';
import type { ChangeText } from '../../lib/sync/pending-changes.ts';
import type { CachedPost } from './fold-post.ts';
import { likedComment } from './own-comment-likes.ts';

/** A change that the user makes. */
export type PostChange =
  | { kind: 'like'; liked: boolean }
  | { kind: 'comment'; comment: Comment }
  | { kind: 'deleteComment'; commentId: string }
  | { kind: 'likeComment'; commentId: string; liked: boolean }
  | { kind: 'delete' };

/** Applies a pending change. Idempotent. */
export function applyChange(post: CachedPost, change: PostChange): CachedPost {
  switch (change.kind) {
    case 'like':
      return applyLike(post, change.liked);
    case 'comment':
      return applyComment(post, change.comment);
    case 'deleteComment':
      return applyCommentDeletion(post, change.commentId);
    case 'likeComment': {
      const { commentId, liked } = change;
      const withLike = (comment: Comment) => (comment.id === commentId ? likedComment(comment, liked) : comment);
      return { ...post, comments: post.comments.map(withLike) };
    }
    case 'delete':
      return { ...post, isDeleted: true };
  }
}

/** A change as a sentence. */
export function describeChange(change: PostChange, post: CachedPost | undefined): ChangeText {
  const title = post?.title ?? 'a post';
  switch (change.kind) {
    case 'like':
      return { verb: change.liked ? 'Like' : 'Unlike', what: title };
    case 'comment':
      return {
        verb: change.comment.replyTo === undefined ? 'Comment on' : 'Reply on',
        what: title,
        rest: `: ${shortenedComment(change.comment)}`,
      };
    case 'deleteComment':
      return { verb: 'Delete a comment on', what: title };
    case 'likeComment':
      return { verb: change.liked ? 'Like a comment on' : 'Unlike a comment on', what: title };
    case 'delete':
      return { verb: 'Delete', what: title };
  }
}

/** @returns the revision of the post that includes the change; undefined if the response has none */
export async function sendChange(postId: string, change: PostChange, write: SendWrite): Promise<string | undefined> {
  const path = `/community/${postId}`;
  switch (change.kind) {
    case 'like':
      return (await write('POST', `${path}/like`, { liked: change.liked })).revision;
    case 'comment': {
      const { id, text, photos, replyTo, mentions } = change.comment;
      const form: PostCommentForm = {
        id,
        text,
        ...(photos && { photos: photos.map(({ id, alt }) => ({ id, alt })) }),
        ...(replyTo !== undefined && { replyTo }),
        ...(mentions && { mentions }),
      };
      return (await write('POST', `${path}/comments`, form)).revision;
    }
    case 'deleteComment':
      return (await write('DELETE', `${path}/comments/${change.commentId}`)).revision;
    case 'likeComment':
      return (await write('POST', `${path}/comments/${change.commentId}/like`, { liked: change.liked })).revision;
    case 'delete':
      return (await write('DELETE', path)).revision;
  }
}
