import {
  AppealForm,
  CasePage,
  CasePath,
  CasesQuery,
  DecisionForm,
  DecisionPage,
  DecisionProgress,
  type LoggedDecision,
  type ModerationCase,
  OwnModeration,
  ReportForm,
} from '../../../core/contracts/moderation.ts';
import { PageQuery } from '../../../core/contracts/shared.ts';
import { caseIdOf } from '../../../core/domain/moderation/events.ts';
import { moderationRefusals } from '../../../core/domain/moderation/refusals.ts';
import { cursor, mia, post } from '../../openapi/examples.ts';
import { json, noContent, type Operation } from '../../openapi/operation.ts';
import { notFound } from '../../responses/errors.ts';

const tag = 'Moderation';
const forModerators = { tag: 'Moderators', token: 'moderator', errors: [notFound('role')] } as const;
const at = '2026-11-18T18:30:00.000Z';
const kim = { uid: 'b2JrYv5tNcQ9pLx3EsZd', name: 'Kim' };
const shown = {
  caseId: caseIdOf({ kind: 'post', id: post.id }),
  kind: 'post' as const,
  id: post.id,
  title: post.title,
  path: `/community/${post.id}`,
};
const decision: LoggedDecision = {
  caseId: shown.caseId,
  kind: 'post',
  what: 'hidden',
  reason: 'An advertisement',
  author: mia,
  by: kim,
  at,
  title: post.title,
  path: null,
  state: 'hidden',
  isInForce: true,
};
const openCase: ModerationCase = {
  ...shown,
  text: post.content,
  author: mia,
  isOwn: false,
  reports: [{ reason: 'spam', text: 'It links to a shop', at, by: { uid: 'w7HdPe4sQxB1oUa9GyNi', name: 'Tom' } }],
  reportCount: 1,
  decided: null,
  appeal: null,
  authorSuspension: null,
  isAuthorHidden: false,
  authorHistory: [],
};

export const report = {
  tag,
  summary: 'Report a thing or a person',
  description:
    'A post, a recipe, a public playlist, a comment or a person. Only moderators see who has reported it. A second report of the same thing changes nothing.',
  token: 'required',
  kind: 'write',
  limit: 'reporting',
  body: ReportForm,
  bodyExamples: { 'A post': { kind: 'post', id: post.id, reason: 'spam', text: 'It links to a shop' } },
  responses: [noContent('Moderators see the report')],
  errors: [moderationRefusals.caseNotFound(), moderationRefusals.ownContent()],
} satisfies Operation;

export const readOwn = {
  tag,
  summary: "Read moderators' decisions about oneself",
  description: 'What they have hidden, and a suspension that is in force.',
  token: 'required',
  kind: 'read',
  responses: [
    json(200, 'The decisions', OwnModeration, {
      'A hidden post': { suspension: null, hidden: [{ ...shown, reason: decision.reason, at, appeal: null }] },
    }),
  ],
} satisfies Operation;

export const appeal = {
  tag,
  summary: 'Appeal a decision',
  description: 'Once for each decision, by the author of what is hidden, or by the person who is suspended.',
  token: 'required',
  kind: 'write',
  body: AppealForm,
  bodyExamples: { 'An appeal': { caseId: shown.caseId, text: 'The shop is mine, and the post is about the bread' } },
  responses: [noContent('Moderators see the appeal')],
  errors: [
    moderationRefusals.caseNotFound(),
    moderationRefusals.nothingToAppeal(),
    moderationRefusals.appealedBefore(),
    moderationRefusals.textRequired(),
  ],
} satisfies Operation;

export const readCases = {
  ...forModerators,
  summary: 'Read the queue',
  description: 'Things with open reports, or with appeals that are not decided.',
  kind: 'read',
  querystring: CasesQuery,
  responses: [json(200, 'A page of the queue', CasePage, { 'A page': { items: [openCase], nextCursor: cursor } })],
} satisfies Operation;

export const readDecisions = {
  ...forModerators,
  summary: 'Read the decisions of moderators',
  description: 'Newest first, each with what it is about, as that is now.',
  kind: 'read',
  querystring: PageQuery,
  responses: [json(200, 'A page of decisions', DecisionPage, { 'A page': { items: [decision], nextCursor: null } })],
} satisfies Operation;

export const decide = {
  ...forModerators,
  summary: 'Decide about a thing or a person',
  description:
    'It has effect at once. `hide` and `restore` a thing, `suspend` and `lift` a person, `dismiss` reports or `rejectAppeal`. What is the case already changes nothing. The case `works:{uid}` has all that a person has published: a call decides about up to a hundred of them. While the response is not complete, send the same request with the same `Idempotency-Key` again.',
  kind: 'write',
  params: CasePath,
  body: DecisionForm,
  bodyExamples: {
    'Hide it': { decision: 'hide', reason: 'An advertisement' },
    'Hide all works': { decision: 'hide', reason: 'Nothing but advertisements' },
    'Suspend them': { decision: 'suspend', reason: 'Advertisements, again', until: '2026-12-01T00:00:00.000Z' },
  },
  responses: [
    json(200, 'It is decided', DecisionProgress, {
      'One thing': { isComplete: true },
      'A hundred of more works': { isComplete: false },
    }),
  ],
  errors: [
    notFound('role'),
    moderationRefusals.ownCase(),
    moderationRefusals.reasonRequired(),
    moderationRefusals.endsInThePast(),
    moderationRefusals.notForPeople(),
    moderationRefusals.onlyForPeople(),
  ],
} satisfies Operation;
