/** What moderators decide: it hides notifications or shows them again, and notifies the author. */
import type { NotificationKind } from '../../../server/core/contracts/notification-kinds.ts';
import {
  caseIdOf,
  isPartOfWorks,
  type Subject as Moderated,
  type ModerationEvent,
  subjectOf,
} from '../../../server/core/domain/moderation/events.ts';
import { idOf, type Projected, type Workspace } from '../projection.ts';
import { notify, place, type Topic, withdraw } from './inbox.ts';
import {
  commentKey,
  comments,
  findComment,
  findSubject,
  keyOf,
  placesOf,
  placesOfComment,
  type Subject,
  subjects,
} from './subject-documents.ts';
import { excerptOf } from './subjects.ts';

export type NotifyingModerationEvent = Exclude<
  ModerationEvent,
  { type: 'ContentReported' | 'ReportsDismissed' | 'AppealMade' }
>;
type Event = Projected<NotifyingModerationEvent>;

const kinds = {
  ContentHidden: 'contentHidden',
  ContentRestored: 'contentRestored',
  MemberSuspended: 'memberSuspended',
  SuspensionLifted: 'suspensionLifted',
  AppealRejected: 'appealRejected',
} as const satisfies Record<Event['type'], NotificationKind>;

const idOfDecision = (kind: NotificationKind, moderated: Moderated): string => `${kind}Of${caseIdOf(moderated)}`;

export function foldDecision(workspace: Workspace, event: Event): void {
  const moderated = subjectOf(idOf(event));
  if (!moderated) return;
  switch (moderated.kind) {
    case 'person':
    case 'works':
      decidePerson(workspace, moderated, event);
      return;
    case 'postComment':
    case 'recipeComment':
      decideComment(workspace, moderated, event);
      return;
    default:
      decideSubject(workspace, moderated, event);
  }
}

function decidePerson(
  workspace: Workspace,
  moderated: Extract<Moderated, { kind: 'person' | 'works' }>,
  event: Event,
): void {
  const { id: uid } = moderated;
  const kind = kinds[event.type];
  const excerpt = excerptOf(event.data.reason);
  const subject = { type: moderated.kind, id: uid };
  notify(workspace, uid, { id: idOfDecision(kind, moderated), kind, subject, title: '', excerpt }, event);
  for (const other of Object.values(kinds)) {
    if (other !== kind) withdraw(workspace, uid, idOfDecision(other, moderated));
  }
}

function decideSubject(
  workspace: Workspace,
  moderated: Extract<Moderated, { kind: Subject['type'] }>,
  event: Event,
): void {
  const subject: Subject = { type: moderated.kind, id: moderated.id };
  const before = findSubject(workspace, subject);
  if (!before) return;
  const { ownerId: uid, title } = before;
  const kind = kinds[event.type];
  const id = idOfDecision(kind, moderated);
  // First: it may take the place of the oldest one, which must be looked for before others are moved.
  const topic = { id, kind, subject, title, excerpt: excerptOf(event.data.reason) };
  if (!isPartOfWorks(event)) notifyAuthor(workspace, uid, topic, event, before);
  const after = { ...before, ...decisionBy(event, id), isHidden: isHiddenBy(event, before) };
  workspace.put(subjects, keyOf(subject), after);
  if (after.isHidden === (before.isHidden ?? false)) return;
  for (const each of placesOf(workspace, subject, after)) place(workspace, each);
}

function decideComment(
  workspace: Workspace,
  moderated: Extract<Moderated, { kind: 'postComment' | 'recipeComment' }>,
  event: Event,
): void {
  const { commentId } = moderated;
  const subject: Subject = { type: moderated.kind === 'postComment' ? 'post' : 'recipe', id: moderated.id };
  const document = findSubject(workspace, subject);
  const before = findComment(workspace, subject, commentId);
  if (!document || !before) return;
  const { authorId: uid } = before;
  const kind = kinds[event.type];
  const id = idOfDecision(kind, moderated);
  const excerpt = excerptOf(event.data.reason);
  const topic = { id, kind, subject: { ...subject, commentId }, title: document.title, excerpt };
  if (!isPartOfWorks(event)) notifyAuthor(workspace, uid, topic, event, before, document);
  const after = { ...before, ...decisionBy(event, id), isHidden: isHiddenBy(event, before) };
  workspace.put(comments, commentKey(subject, commentId), after);
  for (const each of placesOfComment(subject, commentId, after, document.isHidden)) place(workspace, each);
}

/** Of one thing. The notification takes the place of that of the former decision. */
function notifyAuthor(
  workspace: Workspace,
  uid: string,
  topic: Topic,
  event: Event,
  { decisionId }: { readonly decisionId?: string },
  place?: { readonly isHidden?: boolean },
): void {
  notify(workspace, uid, topic, event, place);
  if (decisionId !== undefined && decisionId !== topic.id) withdraw(workspace, uid, decisionId);
}

const decisionBy = (event: Event, id: string) => (isPartOfWorks(event) ? {} : { decisionId: id });

const isHiddenBy = ({ type }: Event, { isHidden = false }: { readonly isHidden?: boolean }): boolean =>
  type === 'ContentHidden' || (type !== 'ContentRestored' && isHidden);
