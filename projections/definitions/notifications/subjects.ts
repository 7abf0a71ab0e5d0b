/** What users like and comment on: whose it is, and who was notified of it. */
import { notificationLimits } from '../../../server/core/contracts/limits.ts';
import type { NotificationKind } from '../../../server/core/contracts/notification-kinds.ts';
import { type ProjectedEvent, positionScore, type Workspace } from '../projection.ts';
import { notify, takeBack, withdraw } from './inbox.ts';

/** Collection: a `SubjectDocument` by type and id. */
const subjects = 'subjects';
/** Collection: a `CommentDocument` by the ids of its subject and its own. */
const comments = 'comments';
const commentsOf = (subject: string): string => `comments-of:${subject}`;

interface SubjectDocument {
  readonly ownerId: string;
  readonly title: string;
  /** The users whom its text mentions. */
  readonly mentioned: readonly string[];
  /** The author of the recipe that this one is based on. */
  readonly adaptedFrom?: string;
}

interface CommentDocument {
  readonly authorId: string;
  /** Those who have a notification of it. */
  readonly notified: readonly string[];
}

/** A post, recipe or playlist. */
export interface Subject {
  readonly type: 'post' | 'recipe' | 'playlist';
  readonly id: string;
}

const likedKinds = { post: 'postLiked', recipe: 'recipeLiked', playlist: 'playlistLiked' } as const;
const commentedKinds = { post: 'postCommented', recipe: 'recipeCommented' } as const;

const keyOf = ({ type, id }: Subject): string => `${type}:${id}`;
const commentKey = (subject: Subject, commentId: string): string => `${subject.id}:${commentId}`;
const idOfLike = ({ type, id }: Subject): string => `${likedKinds[type]}:${id}`;
const idOfCommentLike = (subject: Subject, commentId: string): string =>
  `commentLiked:${commentKey(subject, commentId)}`;
const idOfComment = (subject: Subject, commentId: string): string => `comment:${commentKey(subject, commentId)}`;
const idOfMention = ({ id }: Subject): string => `mentioned:${id}`;
const idOfAdaptation = ({ id }: Subject): string => `recipeAdapted:${id}`;

const read = (workspace: Workspace, subject: Subject) => workspace.get<SubjectDocument>(subjects, keyOf(subject));

/** The actor of the event publishes or revises it. @param mentioned by its text */
export function putSubject(
  workspace: Workspace,
  subject: Subject,
  event: ProjectedEvent,
  { title, mentioned = [] }: { readonly title: string; readonly mentioned?: readonly string[] },
): void {
  const before = read(workspace, subject);
  const now = [...new Set(mentioned)];
  const document: SubjectDocument = { ...(before ?? { ownerId: event.meta.actor }), title, mentioned: now };
  workspace.put(subjects, keyOf(subject), document);
  const id = idOfMention(subject);
  for (const uid of before?.mentioned ?? []) if (!now.includes(uid)) withdraw(workspace, uid, id);
  for (const uid of now) {
    if (!before?.mentioned.includes(uid)) notify(workspace, uid, { id, kind: 'mentioned', subject, title }, event);
  }
}

/** A new recipe is based on another one, whose author is notified. Call it after `putSubject`. */
export function adapt(workspace: Workspace, recipe: Subject, originalId: string, event: ProjectedEvent): void {
  const adaptation = read(workspace, recipe);
  const original = read(workspace, { type: 'recipe', id: originalId });
  if (!adaptation || !original) return;
  const { ownerId, title } = original;
  workspace.put(subjects, keyOf(recipe), { ...adaptation, adaptedFrom: ownerId } satisfies SubjectDocument);
  notify(workspace, ownerId, { id: idOfAdaptation(recipe), kind: 'recipeAdapted', subject: recipe, title }, event);
}

/** Removes it, and all notifications that lead to it. */
export function removeSubject(workspace: Workspace, subject: Subject): void {
  const document = read(workspace, subject);
  if (!document) return;
  for (const { member } of workspace.range(commentsOf(keyOf(subject)))) forgetComment(workspace, subject, member);
  workspace.dropIndex(commentsOf(keyOf(subject)));
  for (const uid of document.mentioned) withdraw(workspace, uid, idOfMention(subject));
  withdraw(workspace, document.ownerId, idOfLike(subject));
  if (document.adaptedFrom !== undefined) withdraw(workspace, document.adaptedFrom, idOfAdaptation(subject));
  workspace.remove(subjects, keyOf(subject));
}

export function like(workspace: Workspace, subject: Subject, event: ProjectedEvent): void {
  const document = read(workspace, subject);
  if (!document) return;
  const { ownerId, title } = document;
  notify(workspace, ownerId, { id: idOfLike(subject), kind: likedKinds[subject.type], subject, title }, event);
}

export function unlike(workspace: Workspace, subject: Subject, { meta }: ProjectedEvent): void {
  const document = read(workspace, subject);
  if (document) takeBack(workspace, document.ownerId, idOfLike(subject), meta.actor);
}

/** A new comment on a post or a recipe. */
export interface NewComment {
  readonly commentId: string;
  readonly text: string;
  readonly replyTo?: string | undefined;
  readonly mentioned?: readonly string[];
}

/** Each user has one notification of a comment: of a mention rather than a reply, and of a reply rather than a comment. */
export function addComment(
  workspace: Workspace,
  subject: Subject & { readonly type: 'post' | 'recipe' },
  { commentId, text, replyTo, mentioned = [] }: NewComment,
  event: ProjectedEvent,
): void {
  const document = read(workspace, subject);
  if (!document) return;
  const repliedTo = replyTo && workspace.get<CommentDocument>(comments, commentKey(subject, replyTo))?.authorId;
  const kinds = new Map<string, NotificationKind>([[document.ownerId, commentedKinds[subject.type]]]);
  if (repliedTo) kinds.set(repliedTo, 'replied');
  for (const uid of mentioned) kinds.set(uid, 'mentioned');
  kinds.delete(event.meta.actor);
  const comment: CommentDocument = { authorId: event.meta.actor, notified: [...kinds.keys()] };
  workspace.put(comments, commentKey(subject, commentId), comment);
  workspace.index(commentsOf(keyOf(subject)), commentId, positionScore(event.position));
  const about = { id: idOfComment(subject, commentId), title: document.title, excerpt: excerptOf(text) };
  for (const [uid, kind] of kinds) {
    notify(workspace, uid, { ...about, kind, subject: { ...subject, commentId } }, event);
  }
}

export function removeComment(workspace: Workspace, subject: Subject, commentId: string): void {
  forgetComment(workspace, subject, commentId);
  workspace.unindex(commentsOf(keyOf(subject)), commentId);
}

function forgetComment(workspace: Workspace, subject: Subject, commentId: string): void {
  const key = commentKey(subject, commentId);
  const comment = workspace.get<CommentDocument>(comments, key);
  if (!comment) return;
  for (const uid of comment.notified) withdraw(workspace, uid, idOfComment(subject, commentId));
  withdraw(workspace, comment.authorId, idOfCommentLike(subject, commentId));
  workspace.remove(comments, key);
}

export function likeComment(workspace: Workspace, subject: Subject, commentId: string, event: ProjectedEvent): void {
  const document = read(workspace, subject);
  const comment = workspace.get<CommentDocument>(comments, commentKey(subject, commentId));
  if (!document || !comment) return;
  const id = idOfCommentLike(subject, commentId);
  const about = { id, kind: 'commentLiked', subject: { ...subject, commentId }, title: document.title } as const;
  notify(workspace, comment.authorId, about, event);
}

export function unlikeComment(workspace: Workspace, subject: Subject, commentId: string, event: ProjectedEvent): void {
  const comment = workspace.get<CommentDocument>(comments, commentKey(subject, commentId));
  if (comment) takeBack(workspace, comment.authorId, idOfCommentLike(subject, commentId), event.meta.actor);
}

/** Not in the middle of a character outside the basic plane. */
function excerptOf(text: string): string {
  if (text.length <= notificationLimits.excerpt) return text;
  return `${text
    .slice(0, notificationLimits.excerpt)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}
