/** The feed as the client caches and folds it. */
import type { FeedPost } from '../../server/core/contracts/community.ts';
import type { LiveMessage } from '../../server/core/contracts/live.ts';
import { type CachedPost, foldPost } from '../../web/features/community/fold-post.ts';
import { addUnseen, allOf, mapDocuments, mergeTop, type Pages, showUnseen } from '../../web/lib/sync/pages.ts';

export type Feed = Pages<CachedPost>;

export const feedOf = (items: readonly FeedPost[], before?: Feed, now?: Feed): Feed =>
  mergeTop(now, { items, nextCursor: null, before, keepFromPrevious: (fetched) => fetched });

/** The feed after these messages. A post with a gap is replaced with the server's current copy. */
export const folded = (start: Feed, messages: readonly LiveMessage[], onServer: readonly FeedPost[]): Feed =>
  messages.reduce((feed, message) => {
    const after = mapDocuments(feed, (post) => {
      const changed = foldPost(post, message);
      if (changed === 'gap') return onServer.find(({ id }) => id === post.id);
      return changed === 'gone' ? undefined : changed;
    });
    return message.kind === 'post.published' ? addUnseen(after, message.post) : after;
  }, start);

/**
 * The posts as the server would return them, each with the reader's likes of its comments. Messages about new posts and
 * comments omit `likedByMe`, which is false for them.
 */
export const postsIn = (feed: Feed): FeedPost[] =>
  allOf(showUnseen(feed)).map(({ likedByMeRevision: _, ownCommentLikes: __, likedByMe = false, ...post }) => ({
    ...post,
    comments: post.comments.map((comment) => ({ ...comment, likedByMe: comment.likedByMe ?? false })),
    likedByMe,
  }));
