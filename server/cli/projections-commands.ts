import { type Command, InvalidArgumentError } from 'commander';
import { allProjections } from '../../projections/definitions/all.ts';
import { createCommandHandler } from '../commands/handle-command.ts';
import { newId } from '../commands/ids.ts';
import { type ProjectionControlCommand, projectionControl } from '../core/domain/projection-control/decider.ts';
import { Refusal } from '../core/domain/refusal.ts';
import { machine } from '../core/domain/staff/events.ts';
import type { EventLog } from '../core/event-log.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailed } from './exit.ts';
import { bodyOf, callLocalServer } from './local-server.ts';
import { findProjection } from './projection-names.ts';
import { readReports, showStatus } from './projection-status.ts';

/** `potluck projections …`: the progress of the read models, and what operators do with them. */
export function addProjectionsCommands(program: Command, context: CommandContext): void {
  const projections = program.command('projections').description('the progress of the read models, and their control');

  projections
    .command('status')
    .description('position, lag and state of each projection, and the events that operators have skipped')
    .action(() => showStatus(context));

  projections
    .command('pause <name>')
    .description('stops a projection at this point of the log, on every node; screens keep showing what it has built')
    .action((name: string) => control(context, name, { type: 'Pause' }, 'is paused'));

  projections
    .command('resume <name>')
    .description('lets a paused projection continue')
    .action((name: string) => control(context, name, { type: 'Resume' }, 'continues'));

  projections
    .command('skip')
    .argument('<name>', 'of the projection')
    .argument('<position>', 'of the event', parseDecimal)
    .description('leaves out the event that a projection cannot fold; recorded with the reason, and shown ever after')
    .requiredOption('--why <text>', 'the reason')
    .action((name: string, position: string, { why }: { why: string }) =>
      control(context, name, { type: 'SkipEvent', position, why }, `leaves out the event at ${position}`),
    );
}

interface Skip {
  readonly position: string;
  readonly why: string;
}

/** Records what an operator decides. With the embedded log, the server does it if one runs; otherwise this process. */
async function control(
  context: CommandContext,
  name: string,
  decision: { readonly type: 'Pause' | 'Resume' } | ({ readonly type: 'SkipEvent' } & Skip),
  done: string,
): Promise<void> {
  const { version } = findProjection(allProjections, name);
  const { eventLog, controlSocket } = context.config();
  const body = decision.type === 'SkipEvent' ? { ...decision, version } : decision;
  const path = `/projections/${name}/decisions`;
  const answer =
    eventLog.kind === 'sqlite' ? await callLocalServer(controlSocket, { method: 'POST', path, body }) : undefined;
  if (answer) bodyOf(answer);
  else {
    const log = await context.openLog();
    const failingAt =
      decision.type === 'SkipEvent' ? findProjection(await readReports(context, log), name).failingAt : undefined;
    const command = decision.type === 'SkipEvent' ? { ...decision, version, failingAt } : decision;
    await record(log, name, command);
  }
  await context.output.text(`The projection ${name} ${done}`);
}

async function record(log: EventLog, name: string, command: ProjectionControlCommand): Promise<void> {
  const id = newId();
  const metadata = { actor: machine, commandId: id, correlationId: id };
  try {
    await createCommandHandler(log).handle(projectionControl, name, command, metadata, () => undefined);
  } catch (error) {
    throw error instanceof Refusal ? new CommandFailed(error.message) : error;
  }
}

function parseDecimal(text: string): string {
  if (!/^\d{1,20}$/.test(text)) throw new InvalidArgumentError('Give the position that projections status shows.');
  return String(BigInt(text));
}
