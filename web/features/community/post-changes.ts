import type { Comment } from '../../../server/core/contracts/community.ts';
import type { SendWrite } from '../../lib/api-response.ts';
import { applyLike } from '../../lib/sync/likes.ts';
import type { ChangeText } from '../../lib/sync/pending-changes.ts';
import type { CachedPost } from './fold-post.ts';

/** A change that the user makes. */
export type PostChange =
  | { kind: 'like'; liked: boolean }
  | { kind: 'comment'; comment: Comment }
  | { kind: 'deleteComment'; commentId: string }
  | { kind: 'delete' };

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

/** A change as a sentence. */
export function describeChange(change: PostChange, post: CachedPost | undefined): ChangeText {
  const title = post?.title ?? 'a post';
  switch (change.kind) {
    case 'like':
      return { verb: change.liked ? 'Like' : 'Unlike', what: title };
    case 'comment':
      return { verb: 'Comment on', what: title, rest: `: ${shortened(change.comment.text)}` };
    case 'deleteComment':
      return { verb: 'Delete a comment on', what: title };
    case 'delete':
      return { verb: 'Delete', what: title };
  }
}

const maxShownLength = 80;
const shortened = (text: string): string =>
  text.length > maxShownLength ? `${text.slice(0, maxShownLength).trimEnd()}…` : text;

/** @returns the revision of the post that includes the change; undefined if the response has none */
export async function sendChange(postId: string, change: PostChange, write: SendWrite): Promise<string | undefined> {
  const path = `/community/${postId}`;
  switch (change.kind) {
    case 'like':
      return (await write('POST', `${path}/like`, { liked: change.liked })).revision;
    case 'comment': {
      const { id, text } = change.comment;
      return (await write('POST', `${path}/comments`, { id, text })).revision;
    }
    case 'deleteComment':
      return (await write('DELETE', `${path}/comments/${change.commentId}`)).revision;
    case 'delete':
      return (await write('DELETE', path)).revision;
  }
}
