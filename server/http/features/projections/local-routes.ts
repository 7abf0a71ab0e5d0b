import { type Static, Type } from 'typebox';
import type { RebuildStatus } from '../../../../projections/rebuild/keep-rebuilds.ts';
import type { ProjectionStatus } from '../../../../projections/runner/projection-status.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import { type ProjectionControlCommand, projectionControl } from '../../../core/domain/projection-control/decider.ts';
import { machine } from '../../../core/domain/staff/events.ts';
import type { Routes } from '../../requests/typed.ts';

const params = Type.Object({ name: Type.String({ maxLength: 100 }) });
/** Of the command. A decision with the same id is recorded once. */
const querystring = Type.Object({ id: Type.Optional(Type.String({ pattern: '^[0-9a-f-]{36}$' })) });
const body = Type.Union([
  Type.Object({ type: Type.Literal('Pause') }),
  Type.Object({ type: Type.Literal('Resume') }),
  Type.Object({ type: Type.Literal('RequestRebuild'), version: Type.Integer() }),
  Type.Object({ type: Type.Literal('CancelRebuild'), version: Type.Integer() }),
  Type.Object({
    type: Type.Literal('RecordVerification'),
    of: Type.Enum(['live', 'snapshot']),
    results: Type.Array(
      Type.Object({
        projection: Type.String({ maxLength: 100 }),
        version: Type.Integer(),
        position: Type.Optional(Type.String({ pattern: '^[0-9]{1,20}$' })),
        compared: Type.Integer(),
        differences: Type.Integer(),
      }),
      { maxItems: 100 },
    ),
  }),
  Type.Object({
    type: Type.Literal('SkipEvent'),
    version: Type.Integer(),
    position: Type.String({ pattern: '^[0-9]{1,20}$' }),
    why: Type.String({ maxLength: 1_000 }),
  }),
]);

export interface LocalProjectionsDeps {
  readonly commands: CommandHandler;
  /** The projections that this process runs. */
  readonly projections: () => readonly ProjectionStatus[];
  /** The last rebuild of each, with the progress of this process. */
  readonly rebuilds: () => readonly RebuildStatus[];
}

/** For commands on the machine: the projections of this server with the messages of their errors, and their control. */
export function localProjectionRoutes(app: Routes, { commands, projections, rebuilds }: LocalProjectionsDeps): void {
  app.get('/projections', () => Promise.resolve({ items: projections(), rebuilds: rebuilds() }));

  app.post('/projections/:name/decisions', { schema: { params, querystring, body } }, async (request, reply) => {
    const { name } = request.params;
    const { id = request.id } = request.query;
    const failingAt = failingPosition(projections().find((one) => one.name === name));
    const command = commandOf(request.body, name, id, failingAt);
    const context = { actor: machine, commandId: id, correlationId: id };
    await commands.handle(projectionControl, name, command, context, () => undefined);
    return reply.code(204).send();
  });
}

function commandOf(
  decision: Static<typeof body>,
  projection: string,
  id: string,
  failingAt: string | undefined,
): ProjectionControlCommand {
  if (decision.type === 'Pause') return { ...decision, projection };
  if (decision.type === 'SkipEvent') return { ...decision, failingAt };
  return decision.type === 'RequestRebuild' ? { ...decision, generation: id } : decision;
}

/** Of the event that the projection cannot fold. An error that it has recovered from is before its position. */
function failingPosition(status: ProjectionStatus | undefined): string | undefined {
  const failed = status?.lastError?.position;
  if (status === undefined || failed === undefined) return undefined;
  return BigInt(failed) > BigInt(status.position ?? 0) ? failed : undefined;
}
