import type { Comment, FeedPost } from '../../../server/core/contracts/community.ts';

/** A change on its way to the server. `key` is sent as the idempotency key, so that a retry changes nothing twice. */
export type PostRequest = { key: string } & (
  | { kind: 'like'; postId: string; liked: boolean; shownCount: number }
  | { kind: 'comment'; postId: string; comment: Comment; known: readonly string[] }
  | { kind: 'deleteComment'; postId: string; commentId: string }
  | { kind: 'delete'; postId: string }
);

const sameWords = (a: Comment, b: Comment): boolean => a.authorId === b.authorId && a.text === b.text;

/**
 * The post with the changes on their way laid over it; undefined when it is being deleted. Each says how things shall
 * be, so that it does no harm when the server's word about it is there already; and when it fails, leaving it out gives
 * exactly what the server knows.
 */
export function withPending(post: FeedPost, requests: readonly PostRequest[]): FeedPost | undefined {
  const own = requests.filter(({ postId }) => postId === post.id);
  return own.some(({ kind }) => kind === 'delete') ? undefined : own.reduce(apply, post);
}

function apply(post: FeedPost, request: PostRequest): FeedPost {
  switch (request.kind) {
    case 'like':
      return like(post, request);
    case 'comment': {
      const known = new Set(request.known);
      // The live message may come before the answer: the comment is then there under its own id.
      if (post.comments.some((comment) => !known.has(comment.id) && sameWords(comment, request.comment))) return post;
      return { ...post, comments: [...post.comments, request.comment], commentCount: post.commentCount + 1 };
    }
    case 'deleteComment': {
      const comments = post.comments.filter(({ id }) => id !== request.commentId);
      if (comments.length === post.comments.length) return post;
      return { ...post, comments, commentCount: Math.max(0, post.commentCount - 1) };
    }
    case 'delete':
      return post;
  }
}

/** The count may include the like already, by a live message: then one more or less would be one too many. */
function like(post: FeedPost, { liked, shownCount }: Extract<PostRequest, { kind: 'like' }>): FeedPost {
  const likeCount = liked ? Math.max(post.likeCount, shownCount + 1) : Math.min(post.likeCount, shownCount - 1);
  return { ...post, likedByMe: liked, likeCount: Math.max(0, likeCount) };
}
