/** What users like and comment on: whose it is, who was notified of it, and whether it is hidden. */
import type { Workspace } from '../projection.ts';
import type { Place } from './inbox.ts';

/** Collection: a `SubjectDocument` by type and id. */
export const subjects = 'subjects';
/** Collection: a `CommentDocument` by its subject and its id. */
export const comments = 'comments';
export const commentsOf = (subject: string): string => `comments-of:${subject}`;

/** What moderators have decided about it. */
interface Moderated {
  readonly isHidden?: boolean;
  /** The notification that its author has of the last decision. */
  readonly decisionId?: string;
}

export interface SubjectDocument extends Moderated {
  readonly ownerId: string;
  readonly title: string;
  /** The users whom its text mentions. */
  readonly mentioned: readonly string[];
  /** The author of the recipe that this one is based on. */
  readonly adaptedFrom?: string;
}

export interface CommentDocument extends Moderated {
  readonly authorId: string;
  /** Those who have a notification of it. */
  readonly notified: readonly string[];
}

/** A post, recipe or playlist. */
export interface Subject {
  readonly type: 'post' | 'recipe' | 'playlist';
  readonly id: string;
}

export const likedKinds = { post: 'postLiked', recipe: 'recipeLiked', playlist: 'playlistLiked' } as const;

export const keyOf = ({ type, id }: Subject): string => `${type}:${id}`;
/** Clients choose ids, so a post and a recipe, and comments on them, may have the same ones. */
export const commentKey = (subject: Subject, commentId: string): string => `${keyOf(subject)}:${commentId}`;
export const idOfLike = ({ type, id }: Subject): string => `${likedKinds[type]}:${id}`;
/** Only comments on posts are liked. */
export const idOfCommentLike = ({ id }: Subject, commentId: string): string => `commentLiked:${id}:${commentId}`;
export const idOfComment = ({ type, id }: Subject, commentId: string): string =>
  `${type === 'recipe' ? 'recipeComment' : 'comment'}:${id}:${commentId}`;
/** What a user has read by an id of a notification: in earlier releases, those of comments on recipes began like others. */
export const idsReadAs = (id: string): string[] => [id, id.replace(/^comment:/, 'recipeComment:')];
export const idOfMention = ({ id }: Subject): string => `mentioned:${id}`;
export const idOfAdaptation = ({ id }: Subject): string => `recipeAdapted:${id}`;

export const findSubject = (workspace: Workspace, subject: Subject): SubjectDocument | undefined =>
  workspace.get<SubjectDocument>(subjects, keyOf(subject));

export const findComment = (workspace: Workspace, subject: Subject, commentId: string): CommentDocument | undefined =>
  workspace.get<CommentDocument>(comments, commentKey(subject, commentId));

/** All notifications that lead to a post, recipe or playlist, or to a comment on it. */
export function placesOf(workspace: Workspace, subject: Subject, document: SubjectDocument): Place[] {
  const { ownerId, mentioned, adaptedFrom, isHidden = false, decisionId } = document;
  const found: Place[] = mentioned.map((uid) => ({ uid, id: idOfMention(subject), isHidden }));
  found.push({ uid: ownerId, id: idOfLike(subject), isHidden });
  if (adaptedFrom !== undefined) found.push({ uid: adaptedFrom, id: idOfAdaptation(subject), isHidden });
  // Its author may appeal.
  if (decisionId !== undefined) found.push({ uid: ownerId, id: decisionId, isHidden: false });
  for (const { member } of workspace.range(commentsOf(keyOf(subject)))) {
    const comment = findComment(workspace, subject, member);
    if (comment) found.push(...placesOfComment(subject, member, comment, isHidden));
  }
  return found;
}

/** All notifications that lead to a comment. They name the title of what it is on, also to its author. */
export function placesOfComment(
  subject: Subject,
  commentId: string,
  { authorId, notified, isHidden = false, decisionId }: CommentDocument,
  isSubjectHidden = false,
): Place[] {
  const isGone = isSubjectHidden || isHidden;
  const found: Place[] = notified.map((uid) => ({ uid, id: idOfComment(subject, commentId), isHidden: isGone }));
  found.push({ uid: authorId, id: idOfCommentLike(subject, commentId), isHidden: isGone });
  if (decisionId !== undefined) found.push({ uid: authorId, id: decisionId, isHidden: isSubjectHidden });
  return found;
}
