import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { type CaseDocument, moderationModel } from '../../../../projections/definitions/moderation.ts';
import { type ReadModelReader, ReadModelUnavailable } from '../../../../projections/read-models/read-model-store.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import type { DecisionForm, ReportForm } from '../../../core/contracts/moderation.ts';
import { headerNames } from '../../../core/contracts/shared.ts';
import { type ModerationCommand, moderation as moderationAggregate } from '../../../core/domain/moderation/decider.ts';
import { caseIdOf, type Subject, subjectOf } from '../../../core/domain/moderation/events.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import { remainingMs } from '../../plugins/deadlines.ts';
import { idsOf } from '../../requests/pages.ts';
import type { Routes } from '../../requests/typed.ts';
import { notFound } from '../../responses/errors.ts';
import { contextOf } from '../../writing/command-context.ts';
import { executeCommand, executeRemoval, readFrom, readYourWritesTimeoutMs } from '../../writing/execute-command.ts';
import { createCases } from './cases.ts';
import { type CaseModels, findSubject } from './find-subject.ts';
import * as operations from './operations.ts';
import { decideWorks } from './works.ts';

export interface ModerationDeps extends CaseModels {
  readonly commands: CommandHandler;
  readonly authentication: Authentication;
  readonly notifications: ReadModelReader;
  /** Lets only moderators pass. */
  readonly onlyModerators: onRequestHookHandler[];
}

const { open, mostReported, appeals, log } = moderationModel;
const indexes = { newest: open, mostReported, appeals } as const;

export function moderationRoutes(app: Routes, deps: ModerationDeps): void {
  const { commands, moderation, authentication, onlyModerators } = deps;
  const cases = createCases(deps);
  const required = authentication.required('Please log in to report something');

  const execute = (request: FastifyRequest, reply: FastifyReply, id: string, command: ModerationCommand) =>
    executeRemoval({ request, reply, commands, model: moderation }, moderationAggregate, { id, command });

  app.post('/reports', { schema: operations.report, onRequest: required }, async (request, reply) => {
    const { reason, text = '' } = request.body;
    const subject = subjectIn(request.body);
    const found = subject && (await findSubject(deps, subject));
    if (!subject || !found?.isPublic) throw notFound('caseId');
    const { authorId } = found;
    const command = { type: 'Report', actor: userOf(request).uid, authorId, reason, text } as const;
    return execute(request, reply, caseIdOf(subject), command);
  });

  app.get('/users/moderation', { schema: operations.readOwn, onRequest: required }, async (request, reply) => {
    await readFrom(request, reply, moderation);
    return cases.against(userOf(request).uid);
  });

  app.post('/appeals', { schema: operations.appeal, onRequest: required }, (request, reply) => {
    const { caseId, text } = request.body;
    if (!subjectOf(caseId)) throw notFound('caseId');
    return execute(request, reply, caseId, { type: 'Appeal', actor: userOf(request).uid, text });
  });

  app.get('/moderation/cases', { schema: operations.readCases, onRequest: onlyModerators }, async (request, reply) => {
    const { cursor, limit = 20, show = 'newest' } = request.query;
    await readFrom(request, reply, moderation);
    const { ids, nextCursor } = await idsOf(moderation, { index: indexes[show], cursor, limit });
    return { items: await cases.shown(ids, userOf(request).uid), nextCursor };
  });

  app.get(
    '/moderation/decisions',
    { schema: operations.readDecisions, onRequest: onlyModerators },
    async (request, reply) => {
      const { cursor, limit = 20 } = request.query;
      await readFrom(request, reply, moderation);
      const { ids, nextCursor } = await idsOf(moderation, { index: log, cursor, limit });
      return { items: await cases.decisions(ids), nextCursor };
    },
  );

  app.post(
    '/moderation/cases/:caseId/decisions',
    { schema: operations.decide, onRequest: onlyModerators },
    async (request, reply) => {
      const { caseId } = request.params;
      const subject = subjectOf(caseId);
      const authorId = subject && (await authorOf(subject));
      if (!subject || authorId === undefined) throw notFound('caseId');
      const command = commandOf(request.body, { actor: userOf(request).uid, subject, authorId });
      await executeCommand(
        { request, reply, commands, model: moderation },
        { aggregate: moderationAggregate, prepare: () => ({ id: caseId, command }), present: () => undefined },
      );
      const isShown = await untilShown(reply);
      const { type } = command;
      if (subject.kind !== 'works' || (type !== 'Hide' && type !== 'Restore')) return { isComplete: true };
      // They must list all that was published, or hidden, before the decision.
      if (!isShown) throw new ReadModelUnavailable('The read models have not reached the decision yet');
      const decision = { type, caseId, authorId, reason: request.body.reason };
      const { position, isComplete } = await decideWorks(deps, decision, contextOf(request));
      if (position !== undefined) reply.header(headerNames.position, position.toString());
      const areWorksShown = await untilShown(reply);
      // The next request would find the same works.
      if (!areWorksShown && !isComplete) throw new ReadModelUnavailable('The read models do not show the decision yet');
      return { isComplete };
    },
  );

  /**
   * What is hidden is hidden everywhere before the moderator reads that it is.
   * @returns false when it is not after two seconds
   */
  async function untilShown(reply: FastifyReply): Promise<boolean> {
    const position = reply.getHeader(headerNames.position);
    if (typeof position !== 'string') return true;
    const models = [moderation, deps.posts, deps.recipes, deps.recipeReactions, deps.playlists, deps.notifications];
    const waitMs = remainingMs(reply.request, readYourWritesTimeoutMs);
    const shown = await Promise.all(models.map((model) => model.waitFor(BigInt(position), waitMs)));
    return shown.every(Boolean);
  }

  /** Also of what was removed after it was reported, so that its reports can be closed. */
  async function authorOf(subject: Subject): Promise<string | undefined> {
    const found = await findSubject(deps, subject);
    if (found) return found.authorId;
    const document = await moderation.get(moderationModel.cases, caseIdOf(subject));
    const known: CaseDocument | undefined = document && JSON.parse(document.json);
    return known?.authorId;
  }
}

/** Undefined if a comment lacks its id, or something else has one. */
function subjectIn({ kind, id, commentId }: ReportForm): Subject | undefined {
  const isComment = kind === 'postComment' || kind === 'recipeComment';
  if (isComment) return commentId === undefined ? undefined : { kind, id, commentId };
  return commentId === undefined ? { kind, id } : undefined;
}

const commandTypes = {
  hide: 'Hide',
  restore: 'Restore',
  dismiss: 'Dismiss',
  lift: 'Lift',
  rejectAppeal: 'RejectAppeal',
} as const;

function commandOf(
  { decision, reason, until = null }: DecisionForm,
  about: { readonly actor: string; readonly subject: Subject; readonly authorId: string },
): ModerationCommand {
  const written = { ...about, reason };
  if (decision !== 'suspend') return { type: commandTypes[decision], ...written };
  const now = new Date().toISOString();
  return { type: 'Suspend', ...written, until: until === null ? null : new Date(until).toISOString(), now };
}
