/** The rules of likes and comments, for every aggregate that users like and comment on. */
import { type Mention, mentionsOf } from './mentions.ts';
import { Refusal } from './refusal.ts';
import { text } from './text.ts';
import { type UploadedPicture, withTidyAlt } from './uploaded-picture.ts';

export const commentRefusals = {
  notFound: () => new Refusal('not-found', 'COMMENT_NOT_FOUND', 'Comment not found'),
  idInUse: () => new Refusal('conflict', 'ID_IN_USE', 'There is or was a comment with this id; send a new id'),
  notTheAuthor: () => new Refusal('forbidden', 'NOT_THE_AUTHOR', 'Only the author can delete this comment'),
  blank: () => new Refusal('invalid', 'COMMENT_BLANK', 'A comment cannot be blank', 'text'),
};

/** The uid of each author by the comment's id. */
export type CommentAuthors = ReadonlyMap<string, string>;

/** What a comment says. `photos`, `mentions`: at least one, or omitted, as before there were any. */
export type CommentText = { commentId: string; text: string; photos?: UploadedPicture[]; mentions?: Mention[] };

/** A comment to be added. */
export interface WrittenComment {
  readonly commentId: string;
  readonly text: string;
  readonly photos?: readonly UploadedPicture[] | undefined;
  /** Whom it may mention. */
  readonly mentions?: readonly Mention[] | undefined;
}

/** The comments of an aggregate. */
interface Comments {
  readonly comments: CommentAuthors;
  /** The ids of those that were deleted. A thread may still have one, and so may a decision of moderators. */
  readonly deletedComments: ReadonlySet<string>;
}

/**
 * A new comment as it is recorded. Photos need no words.
 * @throws Refusal for a used id, or a blank text without photos
 */
export function newComment({ comments, deletedComments }: Comments, comment: WrittenComment): CommentText {
  const { commentId, photos = [] } = comment;
  if (comments.has(commentId) || deletedComments.has(commentId)) throw commentRefusals.idInUse();
  const normalized = text(comment.text);
  if (normalized === '' && photos.length === 0) throw commentRefusals.blank();
  return {
    commentId,
    text: normalized,
    ...(photos.length > 0 && { photos: photos.map(withTidyAlt) }),
    ...mentionsOf(normalized, comment.mentions),
  };
}

/** @throws Refusal if the comment does not exist, or was written by another user */
export function assertCommentAuthor(comments: CommentAuthors, commentId: string, actor: string): void {
  const author = comments.get(commentId);
  if (author === undefined) throw commentRefusals.notFound();
  if (author !== actor) throw commentRefusals.notTheAuthor();
}

/**
 * Whether the actor likes it from now on; undefined if that is so already.
 * @param liked what the actor wants; undefined to toggle
 */
export function likeChange(likes: ReadonlySet<string>, actor: string, liked: boolean | undefined): boolean | undefined {
  const isLiked = likes.has(actor);
  const wanted = liked ?? !isLiked;
  return wanted === isLiked ? undefined : wanted;
}
