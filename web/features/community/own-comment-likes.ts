import type { Comment } from '../../../server/core/contracts/community.ts';
import type { Revision } from '../../../server/core/contracts/shared.ts';
import { includes, type Versioned } from '../../lib/sync/versioned.ts';

/** The user's own likes of a post's comments, which are pushed separately, to this user only. */
export interface OwnCommentLikes {
  /** The revision that the `likedByMe` of all comments include. */
  readonly since: Revision;
  /** Those that were pushed since then, by the id of the comment. */
  readonly pushed: Readonly<Record<string, { readonly liked: boolean; readonly revision: string }>>;
}

interface Discussed extends Versioned {
  readonly comments: Comment[];
  readonly ownCommentLikes?: OwnCommentLikes | undefined;
}

/** What a post that is new from the server says about likes, to keep when pushes change its revision. */
export const keepOwnCommentLikes = ({ revision, ownCommentLikes }: Discussed): OwnCommentLikes =>
  ownCommentLikes ?? { since: revision, pushed: {} };

/** Applies a push of the user's own like. It may arrive before the push with the new count, or with the comment. */
export function applyOwnCommentLike<Post extends Discussed>(
  post: Post,
  { commentId, liked, revision }: { commentId: string; liked: boolean; revision: string },
): Post {
  const own = keepOwnCommentLikes(post);
  if (includes({ revision: own.pushed[commentId]?.revision ?? own.since }, revision)) return post;
  const comments = post.comments.map((comment) => {
    if (comment.id !== commentId) return comment;
    const counted = includes(post, revision) ? comment : likedComment(comment, liked);
    return { ...counted, likedByMe: liked };
  });
  return {
    ...post,
    comments,
    ownCommentLikes: { ...own, pushed: { ...own.pushed, [commentId]: { liked, revision } } },
  };
}

/** A comment that was pushed after the user's own like of it. */
export function withOwnLike(comment: Comment, { pushed }: OwnCommentLikes): Comment {
  const own = pushed[comment.id];
  return own ? { ...comment, likedByMe: own.liked } : comment;
}

/** Applies a like, or its withdrawal. During an upgrade, an older server sends comments without a count. */
export function likedComment(comment: Comment, liked: boolean): Comment {
  const { likeCount = 0, likedByMe = false } = comment;
  if (likedByMe === liked) return comment;
  return { ...comment, likedByMe: liked, likeCount: Math.max(0, likeCount + (liked ? 1 : -1)) };
}
