import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type {
  ProjectionReports,
  ReportedRebuild,
  RunningReport,
} from '../../../../projections/status/projection-reports.ts';
import { presentVerification } from '../../../audit/presenters.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import { newId } from '../../../commands/ids.ts';
import type { ProjectionReport, Projections } from '../../../core/contracts/projections.ts';
import { headerNames } from '../../../core/contracts/shared.ts';
import { type ProjectionControlCommand, projectionControl } from '../../../core/domain/projection-control/decider.ts';
import type { ReadableLog } from '../../../core/event-log.ts';
import type { Routes } from '../../requests/typed.ts';
import { contextOf } from '../../writing/command-context.ts';
import * as operations from './operations.ts';

export interface ProjectionsDeps {
  readonly commands: CommandHandler;
  readonly log: Pick<ReadableLog, 'head'>;
  readonly reports: ProjectionReports;
  /** Lets only operators pass. */
  readonly onRequest: onRequestHookHandler[];
}

/** Reading more for each of a dozen projections would take seconds of a processor that requests share. */
const maxCounted = 10_000;

/** The progress of the projections and their control, as `potluck projections …`. */
export function projectionRoutes(app: Routes, { commands, log, reports, onRequest }: ProjectionsDeps): void {
  let reading: Promise<RunningReport[]> | undefined;
  /** Shared by those who ask meanwhile. */
  const read = () => {
    reading ??= reports.read(maxCounted).finally(() => {
      reading = undefined;
    });
    return reading;
  };

  app.get('/audit/projections', { schema: operations.readProjections, onRequest }, async () => {
    const [head, items] = [await log.head(), await read()];
    return { head: head?.toString() ?? null, items: items.map(present) } satisfies Projections;
  });

  async function record(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    decide: (report: RunningReport) => ProjectionControlCommand,
  ): Promise<FastifyReply> {
    const context = contextOf(request);
    await commands.underKey(context, async () => {
      const report = await reports.readOne(name);
      if (!report) throw operations.unknownProjection(name, reports.names);
      const { position, revision } = await commands.handle(
        projectionControl,
        name,
        decide(report),
        context,
        () => undefined,
      );
      if (position !== undefined) reply.header(headerNames.position, position.toString());
      if (revision !== undefined) reply.header(headerNames.revision, revision.toString());
    });
    return reply.code(204).send();
  }

  app.post('/audit/projections/:name/pause', { schema: operations.pauseProjection, onRequest }, (request, reply) =>
    record(request, reply, request.params.name, ({ name }) => ({ type: 'Pause', projection: name })),
  );

  app.post('/audit/projections/:name/resume', { schema: operations.resumeProjection, onRequest }, (request, reply) =>
    record(request, reply, request.params.name, () => ({ type: 'Resume' })),
  );

  app.post('/audit/projections/:name/skip', { schema: operations.skipEvent, onRequest }, (request, reply) => {
    const { position, why } = request.body;
    return record(request, reply, request.params.name, ({ version, failingAt }) => ({
      type: 'SkipEvent',
      version,
      position: String(BigInt(position)),
      why,
      failingAt,
    }));
  });

  const rebuild = '/audit/projections/:name/rebuild';
  app.post(rebuild, { schema: operations.rebuildProjection, onRequest }, (request, reply) =>
    record(request, reply, request.params.name, ({ version }) => ({
      type: 'RequestRebuild',
      version,
      generation: newId(),
    })),
  );

  app.delete(rebuild, { schema: operations.cancelRebuild, onRequest }, (request, reply) =>
    record(request, reply, request.params.name, ({ version }) => ({ type: 'CancelRebuild', version })),
  );
}

const present = ({
  position,
  failingAt,
  error,
  skipped,
  rebuild,
  verified,
  differed,
  ...report
}: RunningReport): ProjectionReport => ({
  ...report,
  rebuild: rebuild ? presentRebuild(rebuild) : null,
  verified: verified ? presentVerification(verified) : null,
  differed: differed ? presentVerification(differed) : null,
  position: position ?? null,
  failingAt: failingAt ?? null,
  error: error ?? null,
  skipped: skipped.map((event) => ({ ...event })),
});

const presentRebuild = ({ state, by, at, position, failure }: ReportedRebuild) => ({
  state,
  by,
  at,
  position: position ?? null,
  ...(failure && { failure: { ...failure } }),
});
