import type { Comment, CommentForm } from '../../../server/core/contracts/community.ts';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { withSignature } from '../../../server/core/contracts/post-signatures.ts';
import type { RecipeReactions } from '../../../server/core/contracts/recipe-reactions.ts';
import type { SendWrite } from '../../lib/api-response.ts';
import { applyComment, applyCommentDeletion, shortenedComment, withChangedComments } from '../../lib/sync/comments.ts';
import { applyLike, applyOwnLike, keepOwnLike, type Likeable } from '../../lib/sync/likes.ts';
import type { ChangeText } from '../../lib/sync/pending-changes.ts';
import { classifyPush } from '../../lib/sync/versioned.ts';

export interface CachedReactions extends RecipeReactions, Pick<Likeable, 'likedByMeRevision'> {}

/** A change that the user makes. */
export type ReactionChange =
  | { kind: 'like'; liked: boolean }
  | { kind: 'comment'; comment: Comment }
  | { kind: 'deleteComment'; commentId: string };

/** Applies a message. Returns the same document if nothing changes, 'gap' if messages were missed. */
export function foldReactions(document: CachedReactions, message: LiveMessage): CachedReactions | 'gap' {
  switch (message.kind) {
    case 'person.changed': {
      const comments = document.comments.map((comment) => withSignature(comment, message));
      const isSame = comments.every((comment, index) => comment === document.comments[index]);
      return isSame ? document : { ...document, comments };
    }
    case 'comment.hidden':
      if (message.id !== document.id) return document;
      return withChangedComments(document, { count: message.count, added: [], removed: [message.commentId] });
    case 'recipe.liked': // Sent only to the user who liked or unliked.
      return message.recipeId === document.id ? applyOwnLike(document, message) : document;
    case 'recipe.reactions': {
      if (message.recipeId !== document.id) return document;
      const classification = classifyPush(document, message);
      if (classification !== 'next') return classification === 'gap' ? 'gap' : document;
      const { revision, likeCount, comments } = message;
      const changed = { ...document, ...keepOwnLike(document), revision, likeCount };
      return comments ? withChangedComments(changed, comments) : changed;
    }
    default:
      return document;
  }
}

/** Applies a pending change. Idempotent. */
export function applyReaction(document: CachedReactions, change: ReactionChange): CachedReactions {
  switch (change.kind) {
    case 'like':
      return applyLike(document, change.liked);
    case 'comment':
      return applyComment(document, change.comment);
    case 'deleteComment':
      return applyCommentDeletion(document, change.commentId);
  }
}

/** A change as a sentence. @param title of the recipe; undefined if it is not here */
export function describeReaction(change: ReactionChange, title = 'a recipe'): ChangeText {
  switch (change.kind) {
    case 'like':
      return { verb: change.liked ? 'Like' : 'Unlike', what: title };
    case 'comment':
      return { verb: 'Comment on', what: title, rest: `: ${shortenedComment(change.comment)}` };
    case 'deleteComment':
      return { verb: 'Delete a comment on', what: title };
  }
}

/** @returns the revision of the reactions that includes the change; undefined if the response has none */
export async function sendReaction(
  recipeId: string,
  change: ReactionChange,
  write: SendWrite,
): Promise<string | undefined> {
  const path = `/recipes/${recipeId}`;
  switch (change.kind) {
    case 'like':
      return (await write('POST', `${path}/like`, { liked: change.liked })).revision;
    case 'comment': {
      const { id, text, photos, mentions } = change.comment;
      const form: CommentForm = {
        id,
        text,
        ...(photos && { photos: photos.map(({ id, alt }) => ({ id, alt })) }),
        ...(mentions && { mentions }),
      };
      return (await write('POST', `${path}/comments`, form)).revision;
    }
    case 'deleteComment':
      return (await write('DELETE', `${path}/comments/${change.commentId}`)).revision;
  }
}
