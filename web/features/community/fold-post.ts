import type { Comment, CommentPage, EditablePost, FeedPost } from '../../../server/core/contracts/community.ts';
import type { ChangedPost, LiveMessage } from '../../../server/core/contracts/live.ts';
import { applyOwnLike, keepOwnLike, type Likeable } from '../../lib/sync/likes.ts';
import { classifyPush } from '../../lib/sync/versioned.ts';

/** A post of the feed. A long content is an excerpt, for its author, too. */
export interface CachedPost extends FeedPost, Pick<Likeable, 'likedByMeRevision'> {
  /** A pending deletion. */
  readonly isDeleted?: boolean;
}

/** Returns the post with the message applied, the same post if it changes nothing, 'gap' if messages were missed, or 'gone'. */
export function foldPost(post: CachedPost, message: LiveMessage): CachedPost | 'gap' | 'gone' {
  switch (message.kind) {
    case 'person.changed':
      return withPerson(post, message);
    case 'post.deleted':
      return message.postId === post.id ? 'gone' : post;
    case 'post.liked': // Sent only to the user who liked.
      // During an upgrade, an older server sends no revision.
      if (message.postId !== post.id || message.revision === undefined) return post;
      return applyOwnLike(post, message);
    case 'post.changed': {
      if (message.postId !== post.id) return post;
      const standing = classifyPush(post, message);
      if (standing === 'gap') return 'gap';
      return standing === 'next' ? withChange(post, message) : post;
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
  const gone = new Set(removed);
  const kept = post.comments.filter(({ id }) => !gone.has(id));
  const known = new Set(kept.map(({ id }) => id));
  return { ...changed, commentCount: count, comments: [...kept, ...added.filter(({ id }) => !known.has(id))] };
}

/** Removes fields that the new text does not have, instead of setting them to undefined. */
function withWritten(post: CachedPost, written: EditablePost): CachedPost {
  const { imageUrl: _image, youtubeUrl: _video, authorAvatar: _avatar, excerptOf: _excerpt, ...rest } = post;
  return { ...rest, ...written };
}

type Person = Extract<LiveMessage, { kind: 'person.changed' }>;

/** Names and photos are not part of the post's stream. The current ones are shown at any revision. */
function withPerson(post: CachedPost, { uid, name, avatar }: Person): CachedPost {
  const signed = <Signed extends CachedPost | Comment>(document: Signed): Signed => {
    const { authorId, authorName, authorAvatar } = document;
    if (authorId !== uid || (authorName === name && authorAvatar === (avatar ?? undefined))) return document;
    const { authorAvatar: _, ...unsigned } = document;
    return { ...unsigned, authorName: name, ...(avatar !== null && { authorAvatar: avatar }) } as Signed;
  };
  const renamed = signed(post);
  const comments = post.comments.map(signed);
  const isSame = renamed === post && comments.every((comment, index) => comment === post.comments[index]);
  return isSame ? post : { ...renamed, comments };
}

/** Adds a page of older comments, which the server returns newest first, before the others. */
export function withOlderComments(post: CachedPost, { items, nextCursor }: CommentPage, cursor: string): CachedPost {
  if (post.olderCommentsCursor !== cursor) return post;
  const known = new Set(post.comments.map(({ id }) => id));
  const older = items.filter(({ id }) => !known.has(id)).reverse();
  return { ...post, comments: [...older, ...post.comments], olderCommentsCursor: nextCursor };
}

/**
 * Adds the older comments of the former copy to a fetched post, if the fetched comments continue them, and there are as many
 * as before: otherwise one was deleted that is not known.
 */
export function keepOlderComments(post: CachedPost, former: CachedPost): CachedPost {
  const [oldest] = post.comments;
  if (!oldest || post.olderCommentsCursor === null) return post;
  const olderCount = former.comments.findIndex(({ id }) => id === oldest.id);
  if (olderCount <= 0) return post;
  const isDeleted =
    former.commentCount - (former.comments.length - olderCount) !== post.commentCount - post.comments.length;
  if (isDeleted) return post;
  return {
    ...post,
    comments: [...former.comments.slice(0, olderCount), ...post.comments],
    olderCommentsCursor: former.olderCommentsCursor,
  };
}
