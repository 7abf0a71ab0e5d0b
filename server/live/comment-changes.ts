import { commentsModel, type EmbeddedComments } from '../../projections/definitions/comments.ts';
import type { Projected } from '../../projections/definitions/projection.ts';
import type { Applied } from '../../projections/runner/applied.ts';
import type { Comment } from '../core/contracts/community.ts';
import type { ChangedComments } from '../core/contracts/live.ts';
import type { PostEvent } from '../core/domain/post/events.ts';
import type { RecipeReactionEvent } from '../core/domain/recipe-reactions/events.ts';

type Event = Projected<PostEvent> | Projected<RecipeReactionEvent>;
type Added = Extract<Event, { type: 'CommentAdded' | 'RecipeCommentAdded' }>;
type Deleted = Extract<Event, { type: 'CommentDeleted' | 'RecipeCommentDeleted' }>;

const isAddition = (event: Event): event is Added =>
  event.type === 'CommentAdded' || event.type === 'RecipeCommentAdded';
const isDeletion = (event: Event): event is Deleted =>
  event.type === 'CommentDeleted' || event.type === 'RecipeCommentDeleted';

type Commented = EmbeddedComments & { readonly id: string };

/** From the document, or its own one: a burst adds more comments than the document shows. */
const commentOf = (applied: Applied, { id, comments }: Commented, commentId: string): Comment | undefined =>
  comments.find((comment) => comment.id === commentId) ??
  applied.document<Comment>(commentsModel.comments, commentsModel.commentKey(id, commentId));

/** The comments that the events have liked or unliked, and that exist after the batch. */
export function likedComments(
  applied: Applied,
  document: Commented,
  events: readonly Projected<PostEvent>[],
): { id: string; likeCount: number }[] {
  const ids = events.flatMap((event) =>
    event.type === 'CommentLiked' || event.type === 'CommentUnliked' ? event.data.commentId : [],
  );
  return [...new Set(ids)].flatMap((commentId) => {
    const comment = commentOf(applied, document, commentId);
    return comment ? { id: commentId, likeCount: comment.likeCount ?? 0 } : [];
  });
}

/** Splits the events into consecutive parts with at most one new comment each. */
export function splitAtComments<E extends Event>(events: readonly E[]): E[][] {
  const parts: E[][] = [];
  for (const event of events) {
    const part = parts.at(-1);
    if (part && !(isAddition(event) && part.some(isAddition))) part.push(event);
    else parts.push([event]);
  }
  return parts;
}

/**
 * What the events have changed in the comments of a document; undefined if nothing.
 * @param document as the whole batch left it
 */
export function commentChanges(
  applied: Applied,
  document: Commented,
  events: readonly Event[],
): ChangedComments | undefined {
  if (!events.some((event) => isAddition(event) || isDeletion(event))) return undefined;
  return {
    count: document.commentCount,
    // A comment without a document was deleted in the same batch.
    added: events.filter(isAddition).flatMap(({ data }) => commentOf(applied, document, data.commentId) ?? []),
    removed: events.filter(isDeletion).map(({ data }) => data.commentId),
  };
}
