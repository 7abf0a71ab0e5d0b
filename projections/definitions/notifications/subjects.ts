/** What users like and comment on: what others do with it notifies its author and those whom it concerns. */
import { notificationLimits } from '../../../server/core/contracts/limits.ts';
import type { NotificationKind } from '../../../server/core/contracts/notification-kinds.ts';
import { truncate } from '../../../server/core/contracts/truncate.ts';
import { type ProjectedEvent, positionScore, type Workspace } from '../projection.ts';
import { firstUnmuted, notify, takeBack, withdraw } from './inbox.ts';
import {
  type CommentDocument,
  commentKey,
  comments,
  commentsOf,
  findComment,
  findSubject,
  idOfAdaptation,
  idOfComment,
  idOfCommentLike,
  idOfLike,
  idOfMention,
  keyOf,
  likedKinds,
  placesOf,
  placesOfComment,
  type Subject,
  type SubjectDocument,
  subjects,
} from './subject-documents.ts';

const commentedKinds = { post: 'postCommented', recipe: 'recipeCommented' } as const;

/** The actor of the event publishes or revises it. @param mentioned by its text */
export function putSubject(
  workspace: Workspace,
  subject: Subject,
  event: ProjectedEvent,
  { title, mentioned = [] }: { readonly title: string; readonly mentioned?: readonly string[] },
): void {
  const before = findSubject(workspace, subject);
  const now = [...new Set(mentioned)];
  const document: SubjectDocument = { ...(before ?? { ownerId: event.meta.actor }), title, mentioned: now };
  workspace.put(subjects, keyOf(subject), document);
  const id = idOfMention(subject);
  for (const uid of before?.mentioned ?? []) if (!now.includes(uid)) withdraw(workspace, uid, id);
  for (const uid of now) {
    if (!before?.mentioned.includes(uid))
      notify(workspace, uid, { id, kind: 'mentioned', subject, title }, event, document);
  }
}

/** A new recipe is based on another one, whose author is notified. Call it after `putSubject`. */
export function adapt(workspace: Workspace, recipe: Subject, originalId: string, event: ProjectedEvent): void {
  const adaptation = findSubject(workspace, recipe);
  const original = findSubject(workspace, { type: 'recipe', id: originalId });
  if (!adaptation || !original) return;
  const { ownerId, title } = original;
  workspace.put(subjects, keyOf(recipe), { ...adaptation, adaptedFrom: ownerId } satisfies SubjectDocument);
  const topic = { id: idOfAdaptation(recipe), kind: 'recipeAdapted', subject: recipe, title } as const;
  notify(workspace, ownerId, topic, event, adaptation);
}

/** Removes it, and all notifications that lead to it. */
export function removeSubject(workspace: Workspace, subject: Subject): void {
  const document = findSubject(workspace, subject);
  if (!document) return;
  for (const { uid, id } of placesOf(workspace, subject, document)) withdraw(workspace, uid, id);
  for (const { member } of workspace.range(commentsOf(keyOf(subject)))) {
    workspace.remove(comments, commentKey(subject, member));
  }
  workspace.dropIndex(commentsOf(keyOf(subject)));
  workspace.remove(subjects, keyOf(subject));
}

export function like(workspace: Workspace, subject: Subject, event: ProjectedEvent): void {
  const document = findSubject(workspace, subject);
  if (!document) return;
  const { ownerId, title } = document;
  const topic = { id: idOfLike(subject), kind: likedKinds[subject.type], subject, title } as const;
  notify(workspace, ownerId, topic, event, document);
}

export function unlike(workspace: Workspace, subject: Subject, { meta }: ProjectedEvent): void {
  const document = findSubject(workspace, subject);
  if (document) takeBack(workspace, document.ownerId, idOfLike(subject), meta.actor);
}

/** A new comment on a post or a recipe. */
export interface NewComment {
  readonly commentId: string;
  readonly text: string;
  readonly replyTo?: string | undefined;
  readonly mentioned?: readonly string[];
}

/**
 * Each user has one notification of a comment: of a mention rather than a reply, and of a reply rather than a comment, except
 * for what they have muted.
 */
export function addComment(
  workspace: Workspace,
  subject: Subject & { readonly type: 'post' | 'recipe' },
  { commentId, text, replyTo, mentioned = [] }: NewComment,
  event: ProjectedEvent,
): void {
  const document = findSubject(workspace, subject);
  if (!document) return;
  const repliedTo = replyTo && findComment(workspace, subject, replyTo)?.authorId;
  const kinds = new Map<string, NotificationKind[]>([[document.ownerId, [commentedKinds[subject.type]]]]);
  const prefer = (uid: string, kind: NotificationKind) => kinds.set(uid, [kind, ...(kinds.get(uid) ?? [])]);
  if (repliedTo) prefer(repliedTo, 'replied');
  for (const uid of mentioned) prefer(uid, 'mentioned');
  kinds.delete(event.meta.actor);
  const comment: CommentDocument = { authorId: event.meta.actor, notified: [...kinds.keys()] };
  workspace.put(comments, commentKey(subject, commentId), comment);
  workspace.index(commentsOf(keyOf(subject)), commentId, positionScore(event.position));
  const about = { id: idOfComment(subject, commentId), title: document.title, excerpt: excerptOf(text) };
  for (const [uid, preferred] of kinds) {
    const kind = firstUnmuted(workspace, uid, preferred);
    if (kind) notify(workspace, uid, { ...about, kind, subject: { ...subject, commentId } }, event, document);
  }
}

export function removeComment(workspace: Workspace, subject: Subject, commentId: string): void {
  const comment = findComment(workspace, subject, commentId);
  workspace.unindex(commentsOf(keyOf(subject)), commentId);
  if (!comment) return;
  for (const { uid, id } of placesOfComment(subject, commentId, comment)) withdraw(workspace, uid, id);
  workspace.remove(comments, commentKey(subject, commentId));
}

export function likeComment(workspace: Workspace, subject: Subject, commentId: string, event: ProjectedEvent): void {
  const document = findSubject(workspace, subject);
  const comment = findComment(workspace, subject, commentId);
  if (!document || !comment) return;
  const id = idOfCommentLike(subject, commentId);
  const about = { id, kind: 'commentLiked', subject: { ...subject, commentId }, title: document.title } as const;
  notify(workspace, comment.authorId, about, event, { isHidden: document.isHidden || comment.isHidden });
}

export function unlikeComment(workspace: Workspace, subject: Subject, commentId: string, event: ProjectedEvent): void {
  const comment = findComment(workspace, subject, commentId);
  if (comment) takeBack(workspace, comment.authorId, idOfCommentLike(subject, commentId), event.meta.actor);
}

export const excerptOf = (text: string): string => truncate(text, notificationLimits.excerpt);
