import type { Comment, CommentPage, FeedPost, WrittenPost } from '../../../server/core/contracts/community.ts';
import type { ChangedPost, LiveMessage } from '../../../server/core/contracts/live.ts';
import { type Likeable, likedBefore, withOwnLike } from '../../lib/sync/likes.ts';
import { standingOf } from '../../lib/sync/versioned.ts';

/** A post of the feed; of a long content the excerpt, for its author too. */
export interface CachedPost extends FeedPost, Pick<Likeable, 'likedAt'> {
  /** Its author is deleting it here. */
  readonly isDeleted?: boolean;
}

/** What a message makes of a post: the same one if it says nothing about it, 'gap' if messages were missed. */
export function foldPost(post: CachedPost, message: LiveMessage): CachedPost | 'gap' | 'gone' {
  switch (message.kind) {
    case 'person.changed':
      return withPerson(post, message);
    case 'post.deleted':
      return message.postId === post.id ? 'gone' : post;
    case 'post.liked':
      return message.postId === post.id ? withOwnLike(post, message) : post;
    case 'post.changed': {
      if (message.postId !== post.id) return post;
      const standing = standingOf(post, message);
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
    ...likedBefore(post),
    revision,
    likeCount,
  };
  if (!comments) return changed;
  const { count, added, removed } = comments;
  const known = new Set(post.comments.map(({ id }) => id));
  const gone = new Set(removed);
  return {
    ...changed,
    commentCount: count,
    comments: [...post.comments.filter(({ id }) => !gone.has(id)), ...added.filter(({ id }) => !known.has(id))],
  };
}

/** A field that the revision left out is absent, not undefined. */
function withWritten(post: CachedPost, written: WrittenPost): CachedPost {
  const { imageUrl: _image, youtubeUrl: _video, authorAvatar: _avatar, excerptOf: _excerpt, ...rest } = post;
  return { ...rest, ...written };
}

type Person = Extract<LiveMessage, { kind: 'person.changed' }>;

/** Names are no part of the post's stream: they are those of now, whatever the revision. */
function withPerson(post: CachedPost, { uid, name, avatar }: Person): CachedPost {
  const signed = <Signed extends CachedPost | Comment>(document: Signed): Signed => {
    const { authorId, authorName, authorAvatar } = document;
    if (authorId !== uid || (authorName === name && authorAvatar === (avatar ?? undefined))) return document;
    const { authorAvatar: _, ...unsigned } = document;
    return { ...unsigned, authorName: name, ...(avatar !== null && { authorAvatar: avatar }) } as Signed;
  };
  const renamed = signed(post);
  const comments = post.comments.map(signed);
  const isSame = renamed === post && comments.every((comment, at) => comment === post.comments[at]);
  return isSame ? post : { ...renamed, comments };
}

/** Older comments, newest first as they are answered, go before those that are there. */
export function withOlderComments(post: CachedPost, { items, nextCursor }: CommentPage, cursor: string): CachedPost {
  if (post.olderCommentsCursor !== cursor) return post;
  const known = new Set(post.comments.map(({ id }) => id));
  const older = items.filter(({ id }) => !known.has(id)).reverse();
  return { ...post, comments: [...older, ...post.comments], olderCommentsCursor: nextCursor };
}

/** A fetched post with the older comments that were fetched before, unless the fresh ones are all there are. */
export function withFetchedOlder(post: CachedPost, former: CachedPost): CachedPost {
  const [oldest] = post.comments;
  if (!oldest || post.olderCommentsCursor === null) return post;
  const at = former.comments.findIndex(({ id }) => id === oldest.id);
  if (at <= 0) return post;
  return {
    ...post,
    comments: [...former.comments.slice(0, at), ...post.comments],
    olderCommentsCursor: former.olderCommentsCursor,
  };
}
