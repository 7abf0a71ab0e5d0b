import type { Comment, EditablePost, FeedPost } from '../../../server/core/contracts/community.ts';
import type { ChangedPost, LiveMessage } from '../../../server/core/contracts/live.ts';
import { withSignatures } from '../../../server/core/contracts/post-signatures.ts';
import { withChangedComments } from '../../lib/sync/comments.ts';
import { applyOwnLike, keepOwnLike, type Likeable } from '../../lib/sync/likes.ts';
import { classifyPush } from '../../lib/sync/versioned.ts';
import { applyOwnCommentLike, keepOwnCommentLikes, type OwnCommentLikes, withOwnLike } from './own-comment-likes.ts';

/** A post of the feed. Long content is cut to an excerpt, even for its author. */
export interface CachedPost extends FeedPost, Pick<Likeable, 'likedByMeRevision'> {
  readonly ownCommentLikes?: OwnCommentLikes | undefined;
  /** Set while its deletion is pending. */
  readonly isDeleted?: boolean;
}

/** Applies a message. Returns the same post if nothing changes, 'gap' if messages were missed, 'gone' if deleted. */
export function foldPost(post: CachedPost, message: LiveMessage): CachedPost | 'gap' | 'gone' {
  switch (message.kind) {
    case 'person.changed':
      return withSignatures(post, message);
    case 'comment.hidden':
      if (message.id !== post.id) return post;
      return withChangedComments(post, { count: message.count, added: [], removed: [message.commentId] });
    case 'post.deleted':
      return message.postId === post.id ? 'gone' : post;
    case 'post.liked': // Sent only to the user who liked or unliked.
      // During an upgrade, an older server sends no revision.
      if (message.postId !== post.id || message.revision === undefined) return post;
      return applyOwnLike(post, message);
    case 'comment.liked': // Sent only to the user who liked or unliked.
      return message.postId === post.id ? applyOwnCommentLike(post, message) : post;
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

function withChange(post: CachedPost, change: ChangedPost): CachedPost {
  const { revision, written, likeCount, comments, likedComments } = change;
  const ownCommentLikes = keepOwnCommentLikes(post);
  const changed: CachedPost = {
    ...(written ? withWritten(post, written) : post),
    ...keepOwnLike(post),
    ownCommentLikes,
    revision,
    likeCount,
    ...(likedComments && { comments: withLikeCounts(post.comments, likedComments) }),
  };
  if (!comments) return changed;
  const added = comments.added.map((comment) => withOwnLike(comment, ownCommentLikes));
  return withChangedComments(changed, { ...comments, added });
}

function withLikeCounts(comments: Comment[], liked: NonNullable<ChangedPost['likedComments']>): Comment[] {
  const counts = new Map(liked.map(({ id, likeCount }) => [id, likeCount]));
  return comments.map((comment) => {
    const likeCount = counts.get(comment.id);
    return likeCount === undefined ? comment : { ...comment, likeCount };
  });
}

/** Removes the optional fields that `written` omits, instead of setting them to undefined. */
function withWritten(post: CachedPost, written: EditablePost): CachedPost {
  const { imageUrl: _image, photos: _photos, youtubeUrl: _video, excerptOf: _excerpt, ...others } = post;
  const { mentions: _mentions, tags: _tags, authorAvatar: _avatar, ...rest } = others;
  return { ...rest, ...written };
}
