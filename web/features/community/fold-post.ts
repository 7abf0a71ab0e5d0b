import type { EditablePost, FeedPost } from '../../../server/core/contracts/community.ts';
import type { ChangedPost, LiveMessage } from '../../../server/core/contracts/live.ts';
import { withSignatures } from '../../../server/core/contracts/post-signatures.ts';
import { withChangedComments } from '../../lib/sync/comments.ts';
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
  return comments ? withChangedComments(changed, comments) : changed;
}

/** Removes the optional fields that `written` omits, instead of setting them to undefined. */
function withWritten(post: CachedPost, written: EditablePost): CachedPost {
  const {
    imageUrl: _image,
    photos: _photos,
    youtubeUrl: _video,
    authorAvatar: _avatar,
    excerptOf: _excerpt,
    ...rest
  } = post;
  return { ...rest, ...written };
}
