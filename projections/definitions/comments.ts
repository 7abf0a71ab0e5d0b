/** The comments of documents that embed their newest ones, such as posts. */
import type { Comment, Post } from '../../server/core/contracts/community.ts';
import { communityLimits } from '../../server/core/contracts/limits.ts';
import { withSignature } from '../../server/core/contracts/post-signatures.ts';
import { cursorOf } from '../read-models/cursor.ts';
import type { IndexEntry } from '../read-models/read-model-store.ts';
import { hiddenCollection } from './hidden.ts';
import type { Workspace } from './projection.ts';

/** What a document shows of its comments. */
export type EmbeddedComments = Pick<Post, 'comments' | 'commentCount' | 'olderCommentsCursor'>;
type Commented = EmbeddedComments & { readonly id: string };

/** Index entries of the embedded comments, oldest first. */
type Embedded = { entries: IndexEntry[] };

/** Collection and index names for the routes. Entries are sorted by log position. */
export const commentsModel = {
  comments: 'comments',
  commentsOf: (documentId: string): string => `comments-of:${documentId}`,
  /** Id in the collection `comments`, and member of the indexes: a comment's id is unique only within its document. */
  commentKey: (documentId: string, commentId: string): string => `${documentId}:${commentId}`,
  /** `HiddenComment` by key. */
  hiddenComments: hiddenCollection('comments'),
} as const;

const { comments, commentsOf, commentKey, hiddenComments } = commentsModel;
const embedded = 'embedded';
/** A user's comments, and the documents with such comments: to update when the user is renamed. */
export const commentedBy = (uid: string): string => `commented-by:${uid}`;
const commentedOn = (uid: string): string => `commented-on:${uid}`;
/** Users who have deleted a comment on a document: `commentedOn` may list it without a comment of theirs. */
const uncommentedBy = (documentId: string): string => `uncommented-by:${documentId}`;

/** With its place among the comments. */
export type HiddenComment = { readonly comment: Comment; readonly score: number };
const hiddenCommentsOf = (documentId: string): string => `hidden-comments-of:${documentId}`;

/** Stores a new comment. Returns what its document shows from now on. */
export function addComment(
  workspace: Workspace,
  document: Commented,
  comment: Comment,
  score: number,
): EmbeddedComments {
  const { id } = document;
  const { authorId } = comment;
  const member = commentKey(id, comment.id);
  const before = workspace.get<Embedded>(embedded, id)?.entries ?? [];
  const newest = withNewest(before, { member, score });
  workspace.put(comments, member, comment);
  workspace.index(commentsOf(id), member, score);
  workspace.index(commentedBy(authorId), member, score);
  workspace.index(commentedOn(authorId), id, 0);
  return embed(workspace, id, newest, withNewest(document.comments, comment), document.commentCount + 1);
}

/** Removes a comment, which its author deletes. Returns what its document shows from now on. */
export function removeComment(
  workspace: Workspace,
  { id, commentCount }: Commented,
  { commentId, authorId }: { readonly commentId: string; readonly authorId: string },
): EmbeddedComments {
  const deleted = commentKey(id, commentId);
  const part = { direction: 'descending', limit: communityLimits.embeddedComments + 2 } as const;
  const remaining = workspace.range(commentsOf(id), part).filter(({ member }) => member !== deleted);
  const newest = remaining.slice(0, communityLimits.embeddedComments).reverse();
  workspace.remove(comments, deleted);
  workspace.unindex(commentsOf(id), deleted);
  workspace.unindex(commentedBy(authorId), deleted);
  workspace.index(uncommentedBy(id), authorId, 0);
  const shown = newest.flatMap(({ member }) => workspace.get<Comment>(comments, member) ?? []);
  return embed(workspace, id, newest, shown, commentCount - 1);
}

/** Hides a comment. Returns what its document shows from now on; undefined if there is no such comment. */
export function hideComment(
  workspace: Workspace,
  document: Commented,
  commentId: string,
): EmbeddedComments | undefined {
  const key = commentKey(document.id, commentId);
  const comment = workspace.get<Comment>(comments, key);
  const entry = workspace.range(commentsOf(document.id)).find(({ member }) => member === key);
  if (!comment || !entry) return undefined;
  workspace.put(hiddenComments, key, { comment, score: entry.score } satisfies HiddenComment);
  workspace.index(hiddenCommentsOf(document.id), key, entry.score);
  return removeComment(workspace, document, { commentId, authorId: comment.authorId });
}

/** Shows a hidden comment at its former place. Returns what its document shows from now on; undefined if it was not hidden. */
export function restoreComment(
  workspace: Workspace,
  document: Commented,
  commentId: string,
  signed: (comment: Comment) => Comment,
): EmbeddedComments | undefined {
  const { id } = document;
  const member = commentKey(id, commentId);
  const hidden = workspace.get<HiddenComment>(hiddenComments, member);
  if (!hidden) return undefined;
  const { score } = hidden;
  const comment = signed(hidden.comment);
  const limit = communityLimits.embeddedComments;
  const others = workspace.range(commentsOf(id), { direction: 'descending', limit });
  const newest = [...others, { member, score }].sort((one, other) => other.score - one.score).slice(0, limit);
  forgetHidden(workspace, id, commentId);
  workspace.put(comments, member, comment);
  workspace.index(commentsOf(id), member, score);
  workspace.index(commentedBy(comment.authorId), member, score);
  const entries = newest.reverse();
  const shown = entries.flatMap((entry) => workspace.get<Comment>(comments, entry.member) ?? []);
  return embed(workspace, id, entries, shown, document.commentCount + 1);
}

/** Removes a hidden comment, which its author deletes. Returns whether it was hidden. */
export function forgetHidden(workspace: Workspace, documentId: string, commentId: string): boolean {
  const key = commentKey(documentId, commentId);
  if (!workspace.get(hiddenComments, key)) return false;
  workspace.remove(hiddenComments, key);
  workspace.unindex(hiddenCommentsOf(documentId), key);
  return true;
}

/** Removes all comments of a document that is removed. Returns their keys, also of hidden ones. */
export function dropComments(workspace: Workspace, documentId: string): string[] {
  const hidden = workspace.range(hiddenCommentsOf(documentId)).map(({ member }) => member);
  const visible = workspace.range(commentsOf(documentId)).map(({ member }) => member);
  for (const member of hidden) workspace.remove(hiddenComments, member);
  workspace.dropIndex(hiddenCommentsOf(documentId));
  const commenters = new Set(workspace.range(uncommentedBy(documentId)).map(({ member }) => member));
  for (const member of visible) {
    const writer = workspace.get<Comment>(comments, member)?.authorId;
    if (writer !== undefined) {
      workspace.unindex(commentedBy(writer), member);
      commenters.add(writer);
    }
    workspace.remove(comments, member);
  }
  for (const commenter of commenters) workspace.unindex(commentedOn(commenter), documentId);
  workspace.dropIndex(commentsOf(documentId));
  workspace.dropIndex(uncommentedBy(documentId));
  workspace.remove(embedded, documentId);
  return [...visible, ...hidden];
}

/** The ids of the documents that embed comments of a user, and perhaps of others that did. */
export const commentedDocuments = (workspace: Workspace, uid: string): string[] =>
  workspace.range(commentedOn(uid)).map(({ member }) => member);

/** Updates the name and the picture of an author in their comments, but not in the documents that embed them. */
export function signComments(workspace: Workspace, author: Parameters<typeof withSignature>[1]): void {
  for (const { member } of workspace.range(commentedBy(author.uid))) {
    const comment = workspace.get<Comment>(comments, member);
    if (comment) workspace.put(comments, member, withSignature(comment, author));
  }
}

/** Appends the newest and keeps as many as a document embeds. */
const withNewest = <T>(shown: readonly T[], newest: T): T[] =>
  shown.length < communityLimits.embeddedComments ? [...shown, newest] : [...shown.slice(1), newest];

/** Stores which comments are embedded, for the cursor of older ones. */
function embed(
  workspace: Workspace,
  documentId: string,
  entries: IndexEntry[],
  shown: Comment[],
  commentCount: number,
): EmbeddedComments {
  const oldest = entries[0];
  workspace.put(embedded, documentId, { entries } satisfies Embedded);
  return {
    commentCount,
    comments: shown,
    olderCommentsCursor: oldest && commentCount > entries.length ? cursorOf(oldest) : null,
  };
}
