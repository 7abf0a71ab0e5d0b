type Whole<Kind extends string> = Kind extends string ? { readonly kind: Kind; readonly id: string } : never;
type Comment<Kind extends string> = Kind extends string
  ? { readonly kind: Kind; readonly id: string; readonly commentId: string }
  : never;

/**
 * What moderation is about. A person's id is their uid; a comment has the id of its post or recipe, and its own. `works` are all
 * that a person has published until the decision; their id is the uid.
 */
export type Subject =
  | Whole<'post' | 'recipe' | 'playlist' | 'person' | 'works'>
  | Comment<'postComment' | 'recipeComment'>;

export const reportReasons = ['spam', 'abuse', 'dangerous', 'copyright', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** `authorId`: who wrote what was reported; the person, if a person was. The actor is the reporter. */
export type ContentReported = {
  type: 'ContentReported';
  data: { authorId: string; reason: ReportReason; text: string };
};
/** Closes the open reports without another consequence. */
export type ReportsDismissed = { type: 'ReportsDismissed'; data: { reason: string } };
/** `partOf`: the case of all works of the author, if it follows from the decision about those. */
type Visibility = { authorId: string; reason: string; partOf?: string };
export type ContentHidden = { type: 'ContentHidden'; data: Visibility };
export type ContentRestored = { type: 'ContentRestored'; data: Visibility };
/** `until`: ISO 8601, UTC; null for ever. */
export type MemberSuspended = { type: 'MemberSuspended'; data: { uid: string; reason: string; until: string | null } };
export type SuspensionLifted = { type: 'SuspensionLifted'; data: { reason: string } };
/** The author asks to have the thing restored, or their suspension lifted. */
export type AppealMade = { type: 'AppealMade'; data: { text: string } };
export type AppealRejected = { type: 'AppealRejected'; data: { reason: string } };

/**
 * The events of `moderation-{caseId}`: apart from the streams of what they are about, whose authors decide those. Who did it and
 * when is in the metadata (`actor`, `at`).
 */
export type ModerationEvent =
  | ContentReported
  | ReportsDismissed
  | ContentHidden
  | ContentRestored
  | MemberSuspended
  | SuspensionLifted
  | AppealMade
  | AppealRejected;

/** What changes who may read something. Read models of contents fold these. */
export type VisibilityEvent = ContentHidden | ContentRestored;

/** Whether it follows from a decision about all works of the author, who was notified of that one. */
export const isPartOfWorks = (event: ModerationEvent): boolean => 'partOf' in event.data;

export const moderationCategory = 'moderation';

/** A case has the moderation of one thing. Ids have no colon. */
export const caseIdOf = (subject: Subject): string =>
  'commentId' in subject ? `${subject.kind}:${subject.id}:${subject.commentId}` : `${subject.kind}:${subject.id}`;

/** Undefined for a text that `caseIdOf` does not create. */
export function subjectOf(caseId: string): Subject | undefined {
  const [kind, id, commentId, ...others] = caseId.split(':');
  if (!id || others.length > 0) return undefined;
  switch (kind) {
    case 'post':
    case 'recipe':
    case 'playlist':
    case 'person':
    case 'works':
      return commentId === undefined ? { kind, id } : undefined;
    case 'postComment':
    case 'recipeComment':
      return commentId ? { kind, id, commentId } : undefined;
    default:
      return undefined;
  }
}
