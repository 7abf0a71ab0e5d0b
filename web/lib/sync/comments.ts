import type { Comment, CommentPage } from '../../../server/core/contracts/community.ts';
import type { ChangedComments } from '../../../server/core/contracts/live.ts';
import { formatCount } from '../format-count.ts';

/** A document that shows its newest comments, oldest first. */
export interface Commented {
  readonly comments: Comment[];
  readonly commentCount: number;
  readonly olderCommentsCursor: string | null;
}

/** Applies a push. Comments that are shown already stay as they are. */
export function withChangedComments<Document extends Commented>(
  document: Document,
  { count, added, removed }: ChangedComments,
): Document {
  const removedIds = new Set(removed);
  const kept = document.comments.filter(({ id }) => !removedIds.has(id));
  const keptIds = new Set(kept.map(({ id }) => id));
  return { ...document, commentCount: count, comments: [...kept, ...added.filter(({ id }) => !keptIds.has(id))] };
}

/** Applies a pending comment. */
export function applyComment<Document extends Commented>(document: Document, comment: Comment): Document {
  const { comments, commentCount } = document;
  if (comments.some(({ id }) => id === comment.id)) return document;
  return { ...document, comments: [...comments, comment], commentCount: commentCount + 1 };
}

/** Applies a pending deletion. */
export function applyCommentDeletion<Document extends Commented>(document: Document, commentId: string): Document {
  const remaining = document.comments.filter(({ id }) => id !== commentId);
  if (remaining.length === document.comments.length) return document;
  return { ...document, comments: remaining, commentCount: document.commentCount - 1 };
}

/** Adds a page of older comments, which the server returns newest first, before the others. */
export function withOlderComments<Document extends Commented>(
  document: Document,
  { items, nextCursor }: CommentPage,
  cursor: string,
): Document {
  if (document.olderCommentsCursor !== cursor) return document;
  const cachedIds = new Set(document.comments.map(({ id }) => id));
  const older = items.filter(({ id }) => !cachedIds.has(id)).reverse();
  return { ...document, comments: [...older, ...document.comments], olderCommentsCursor: nextCursor };
}

/**
 * Adds the older comments of the former copy to a fetched document, if the fetched comments continue them and the number
 * of older comments is unchanged. Another number means that the push of a deletion was missed.
 */
export function keepOlderComments<Document extends Commented>(document: Document, former: Document): Document {
  const [oldest] = document.comments;
  if (!oldest || document.olderCommentsCursor === null) return document;
  const olderCount = former.comments.findIndex(({ id }) => id === oldest.id);
  if (olderCount <= 0) return document;
  const hasMissedDeletion =
    former.commentCount - (former.comments.length - olderCount) !== document.commentCount - document.comments.length;
  if (hasMissedDeletion) return document;
  return {
    ...document,
    comments: [...former.comments.slice(0, olderCount), ...document.comments],
    olderCommentsCursor: former.olderCommentsCursor,
  };
}

const maxShownLength = 80;

/** A comment as part of a sentence. */
export function shortenedComment({ text, photos = [] }: Pick<Comment, 'text' | 'photos'>): string {
  if (text === '') return formatCount(photos.length, 'photo');
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength).trimEnd()}…` : text;
}
