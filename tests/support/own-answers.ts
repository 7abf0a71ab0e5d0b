/** What a reader's own browser is answered to what he does with posts, and how its feed takes that in. */
import { isPersonEvent } from '../../projections/definitions/people.ts';
import { signatureOf } from '../../projections/definitions/post-document.ts';
import { idOf, type Projected, type ProjectedEvent } from '../../projections/definitions/projection.ts';
import type { PostEvent } from '../../server/core/domain/post/events.ts';
import { type Feed, withPost } from '../../web/features/community/feed-cache.ts';
import {
  type CachedPost,
  foldLikeAnswer,
  foldOwnComment,
  foldOwnCommentDeleted,
} from '../../web/features/community/post-cache.ts';

const isOfPost = (event: ProjectedEvent): event is Projected<PostEvent> => event.stream.startsWith('post-');

/**
 * Changes of a stream that come one after the other may be recorded together: then each answer has the position of the
 * last of them. A comment must be known before it is deleted, so that these two are not.
 * @param pick some number up to `most`
 */
export function answersTo(
  reader: string,
  batches: readonly (readonly ProjectedEvent[])[],
  pick: (most: number) => number,
): ((feed: Feed) => Feed)[] {
  const happened: ProjectedEvent[] = [];
  return batches.flatMap((batch) =>
    batch.flatMap((event, at) => {
      happened.push(event);
      if (event.meta.actor !== reader || !isOfPost(event)) return [];
      const others = batch.slice(at + 1);
      const end = others.findIndex(({ stream, type }) => stream !== event.stream || type === 'CommentDeleted');
      const together = [event, ...others.slice(0, end < 0 ? undefined : end)];
      const position = String(together[pick(together.length - 1)]?.position);
      const change = answerTo(event, happened, position);
      return change ? [(feed: Feed) => withPost(feed, idOf(event), change)] : [];
    }),
  );
}

function answerTo(event: Projected<PostEvent>, happened: readonly ProjectedEvent[], position: string) {
  const { actor, at } = event.meta;
  switch (event.type) {
    case 'PostLiked':
    case 'PostUnliked': {
      const count = (type: string) => happened.filter((e) => e.stream === event.stream && e.type === type).length;
      const answer = { liked: event.type === 'PostLiked', likeCount: count('PostLiked') - count('PostUnliked') };
      return (cached: CachedPost) => foldLikeAnswer(cached, answer, position);
    }
    case 'CommentAdded': {
      const { commentId: id, text } = event.data;
      const profile = happened.filter(isPersonEvent).findLast((e) => idOf(e) === actor);
      if (!profile) throw new Error(`${actor} has no profile`);
      const { username: name, avatar } = profile.data;
      const comment = { id, text, ...signatureOf(actor, { name, avatar }, at) };
      return (cached: CachedPost) => foldOwnComment(cached, comment, position);
    }
    case 'CommentDeleted': {
      const { commentId } = event.data;
      return (cached: CachedPost) => foldOwnCommentDeleted(cached, commentId, position);
    }
    default:
      return undefined;
  }
}
