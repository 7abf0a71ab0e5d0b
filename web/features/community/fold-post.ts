import type { CommentPage, EditablePost, FeedPost } from '../../../server/core/contracts/community.ts';
import type { ChangedPost, LiveMessage } from '../../../server/core/contracts/live.ts';
import { withSignatures } from '../../../server/core/contracts/post-signatures.ts';
import { applyOwnLike, keepOwnLike, type Likeable } from '../../lib/sync/likes.ts';
import { classifyPush } from '../../lib/sync/versioned.ts';

/** A post of the feed. Long content is cut to an excerpt, even for its author. */
export interface CachedPost extends FeedPost, Pick<Likeable, 'likedByMeRevision'> {
  /** Set while its deletion is pending. */
  readonly isDeleted?: boolean;
}

/** Applies a message. Returns the same post if nothing changes, 'gap' if messages were missed, 'gone' if deleted. */
export function foldPost(post: CachedPost, message: LiveMessage): CachedPost | 'gap' | 'gone' {
  switch (message.kind) {
    case 'person.changed':
      return withSignatures(post, message);
    case 'post.deleted':
      return message.postId === post.id ? 'gone' : post;
    case 'post.liked': // Sent only to the user who liked or unliked.
      // During an upgrade, an older server sends no revision.
      if (message.postId !== post.id || message.revision === undefined) return post;
      return applyOwnLike(post, message);
    case 'post.changed': {
      if (message.postId !== post.id) return post;
      const classification = classifyPush(post, message);
      if (classification === 'gap') return 'gap';
      return classification === 'next' ? withChange(post, message) : post;
    }
    default:
      return post;
  }
}

function withChange(post: CachedPost, { revision, written, likeCount, comments }: ChangedPost): CachedPost {
  const changed: CachedPost = {
    ...(written ? withWritten(post, written) : post),
    ...keepOwnLike(post),
    revision,
    likeCount,
  };
  if (!comments) return changed;
  const { count, added, removed } = comments;
  const removedIds = new Set(removed);
  const kept = post.comments.filter(({ id }) => !removedIds.has(id));
  const keptIds = new Set(kept.map(({ id }) => id));
  return { ...changed, commentCount: count, comments: [...kept, ...added.filter(({ id }) => !keptIds.has(id))] };
}

/** Removes the optional fields that `written` omits, instead of setting them to undefined. */
function withWritten(post: CachedPost, written: EditablePost): CachedPost {
  const { imageUrl: _image, youtubeUrl: _video, authorAvatar: _avatar, excerptOf: _excerpt, ...rest } = post;
  return { ...rest, ...written };
}

/** Adds a page of older comments, which the server returns newest first, before the others. */
export function withOlderComments(post: CachedPost, { items, nextCursor }: CommentPage, cursor: string): CachedPost {
  if (post.olderCommentsCursor !== cursor) return post;
  const cachedIds = new Set(post.comments.map(({ id }) => id));
  const older = items.filter(({ id }) => !cachedIds.has(id)).reverse();
  return { ...post, comments: [...older, ...post.comments], olderCommentsCursor: nextCursor };
}

/**
 * Adds the older comments of the former copy to a fetched post, if the fetched comments continue them and the number of
 * older comments is unchanged. Another number means that the push of a deletion was missed.
 */
export function keepOlderComments(post: CachedPost, former: CachedPost): CachedPost {
  const [oldest] = post.comments;
  if (!oldest || post.olderCommentsCursor === null) return post;
  const olderCount = former.comments.findIndex(({ id }) => id === oldest.id);
  if (olderCount <= 0) return post;
  const hasMissedDeletion =
    former.commentCount - (former.comments.length - olderCount) !== post.commentCount - post.comments.length;
  if (hasMissedDeletion) return post;
  return {
    ...post,
    comments: [...former.comments.slice(0, olderCount), ...post.comments],
    olderCommentsCursor: former.olderCommentsCursor,
  };
}
