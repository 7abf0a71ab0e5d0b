import { type Static, Type } from 'typebox';
import { moderationLimits } from './limits.ts';
import { PageQuery, page, Timestamp, Uid } from './shared.ts';

const reportedKinds = ['post', 'postComment', 'recipe', 'recipeComment', 'playlist', 'person'] as const;
export const SubjectKind = Type.Enum([...reportedKinds, 'works'], {
  description: '`works`: all that a person has published',
});
export type SubjectKind = Static<typeof SubjectKind>;

export const ReportReason = Type.Enum(['spam', 'abuse', 'dangerous', 'copyright', 'other']);
export type ReportReason = Static<typeof ReportReason>;

const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** A thing as people name it. */
const subject = {
  kind: SubjectKind,
  id: Type.String({ ...Uid, description: 'Of the post, the recipe, the playlist or the person' }),
  commentId: Type.Optional(Type.String({ pattern: `^${uuidPattern}$`, description: 'Of a comment on `id`' })),
};

export const ReportForm = Type.Object(
  {
    ...subject,
    kind: Type.Enum([...reportedKinds]),
    reason: ReportReason,
    text: Type.Optional(Type.String({ maxLength: moderationLimits.text })),
  },
  { additionalProperties: false },
);
export type ReportForm = Static<typeof ReportForm>;
/** What is reported. */
export type Reported = Pick<ReportForm, 'kind' | 'id' | 'commentId'>;

const CaseId = Type.String({
  pattern: `^[A-Za-z]{4,13}:[A-Za-z0-9_-]{1,128}(?::${uuidPattern})?$`,
  description: 'The kind of a thing and its ids',
  examples: ['recipe:019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e40'],
});

export const CasePath = Type.Object({ caseId: CaseId });

export const AppealForm = Type.Object(
  { caseId: CaseId, text: Type.String({ maxLength: moderationLimits.text }) },
  { additionalProperties: false },
);
export type AppealForm = Static<typeof AppealForm>;

export const DecisionForm = Type.Object(
  {
    decision: Type.Enum(['hide', 'restore', 'dismiss', 'suspend', 'lift', 'rejectAppeal']),
    reason: Type.String({ maxLength: moderationLimits.text, description: 'The author reads it' }),
    until: Type.Optional(
      Type.Union([Timestamp, Type.Null()], { description: 'The end of a suspension; without it, it has none' }),
    ),
  },
  { additionalProperties: false },
);
export type DecisionForm = Static<typeof DecisionForm>;

export const DecisionProgress = Type.Object({
  isComplete: Type.Boolean({ description: 'False while some of all works of a person is left to hide or restore' }),
});
export type DecisionProgress = Static<typeof DecisionProgress>;

const Appeal = Type.Object({
  text: Type.String(),
  at: Timestamp,
  rejected: Type.Union([Type.String(), Type.Null()], { description: 'Why it was rejected; null until it is decided' }),
});

const until = Type.Union([Timestamp, Type.Null()], { description: 'Null: without an end' });

const Suspension = Type.Object({ reason: Type.String(), until });

/** A thing as a list shows it, also when it is hidden. */
const shown = {
  caseId: CaseId,
  ...subject,
  title: Type.String(),
  path: Type.Union([Type.String(), Type.Null()], {
    description: 'The address of its page; null if it was removed or may not be read',
  }),
};

const OwnHidden = Type.Object({
  ...shown,
  reason: Type.String(),
  at: Timestamp,
  appeal: Type.Union([Appeal, Type.Null()]),
});

/** What is decided against a user. */
export const OwnModeration = Type.Object({
  suspension: Type.Union([
    Type.Object({ caseId: CaseId, ...Suspension.properties, appeal: Type.Union([Appeal, Type.Null()]) }),
    Type.Null(),
  ]),
  hidden: Type.Array(OwnHidden, { description: 'Newest first' }),
});
export type OwnModeration = Static<typeof OwnModeration>;
export type OwnHidden = Static<typeof OwnHidden>;

const Named = Type.Object({ uid: Uid, name: Type.String() });

const Decision = Type.Object({
  caseId: CaseId,
  kind: SubjectKind,
  what: Type.Enum(['hidden', 'restored', 'dismissed', 'suspended', 'lifted', 'appealRejected']),
  reason: Type.String(),
  until: Type.Optional(until),
  author: Named,
  by: Named,
  at: Timestamp,
});
export type ModerationDecision = Static<typeof Decision>;

const LoggedDecision = Type.Object({
  ...Decision.properties,
  title: Type.String({
    description: 'Its title, or the beginning of a comment; empty if it was removed or is private now',
  }),
  path: Type.Union([Type.String(), Type.Null()], {
    description: 'The address of its page; null if it was removed, or others cannot read it',
  }),
  state: Type.Enum(['visible', 'hidden', 'removed'], { description: 'Of the thing, now' }),
  isInForce: Type.Boolean({ description: 'Whether it is a hiding or a suspension that no later decision has ended' }),
});
export type LoggedDecision = Static<typeof LoggedDecision>;

const Case = Type.Object({
  ...shown,
  text: Type.String({ description: 'Empty if it was removed, or is private now' }),
  imageUrl: Type.Optional(Type.String()),
  isPrivate: Type.Optional(
    Type.Boolean({ description: 'Its author has made it private: what it says now is not for moderators' }),
  ),
  author: Named,
  isOwn: Type.Boolean({ description: 'Whether it is about the moderator, so that another one has to decide' }),
  reports: Type.Array(Type.Object({ reason: ReportReason, text: Type.String(), at: Timestamp, by: Named }), {
    description: 'The newest of the open ones, newest first',
  }),
  reportCount: Type.Integer({ minimum: 0, description: 'Of the open ones' }),
  decided: Type.Union(
    [Type.Object({ reason: Type.String(), at: Timestamp, until: Type.Optional(until) }), Type.Null()],
    { description: 'Why and since when it is hidden, or the person suspended' },
  ),
  appeal: Type.Union([Appeal, Type.Null()]),
  authorSuspension: Type.Union([Suspension, Type.Null()]),
  isAuthorHidden: Type.Boolean({ description: 'Whether all works of the author were hidden in one decision' }),
  authorHistory: Type.Array(Decision, { description: 'The newest decisions about the author' }),
});
export type ModerationCase = Static<typeof Case>;

export const CasesQuery = Type.Object({
  ...PageQuery.properties,
  show: Type.Optional(Type.Enum(['newest', 'mostReported', 'appeals'], { description: 'Default: newest' })),
});

export const CasePage = page(Case);
export type CasePage = Static<typeof CasePage>;

export const DecisionPage = page(LoggedDecision);
export type DecisionPage = Static<typeof DecisionPage>;
