import type { Command } from 'commander';
import { allProjections } from '../../projections/definitions/all.ts';
import type { Projection } from '../../projections/definitions/projection.ts';
import { newId } from '../commands/ids.ts';
import type { ProjectionControlCommand } from '../core/domain/projection-control/decider.ts';
import type { EventLog } from '../core/event-log.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailed } from './exit.ts';
import { parsePosition } from './parse.ts';
import { recordDecision, recordInServer } from './projection-decisions.ts';
import { findProjection } from './projection-names.ts';
import { readControls, readReports, showStatus } from './projection-status.ts';
import { waitForRebuild } from './rebuild-progress.ts';

/** `potluck projections …`: the progress of the read models, and what operators do with them. */
export function addProjectionsCommands(program: Command, context: CommandContext): void {
  const projections = program.command('projections').description('the progress of the read models, and their control');

  projections
    .command('status')
    .description('position, lag and state of each projection, and the events that operators have skipped')
    .action(() => showStatus(context));

  projections
    .command('pause <name>')
    .description('stop a projection at this point of the log, on every node; screens keep showing what it has built')
    .action((name: string) => control(context, name, { type: 'Pause' }, 'is paused'));

  projections
    .command('resume <name>')
    .description('let a paused projection continue')
    .action((name: string) => control(context, name, { type: 'Resume' }, 'continues'));

  projections
    .command('rebuild <name>')
    .description('build a read model again beside the one that is read, and then switch all readers to it')
    .option('--cancel', 'end the rebuild, or dismiss its failure')
    .option('--no-wait', 'do not wait for the switch')
    .action((name: string, options: Rebuilt) => rebuild(context, name, options));

  projections
    .command('skip')
    .argument('<name>', 'of the projection')
    .argument('<position>', 'of the event, as status shows it', parsePosition)
    .description('leave out the event that a projection cannot fold; recorded with the reason, and shown ever after')
    .requiredOption('--why <text>', 'the reason')
    .action((name: string, position: bigint, { why }: { why: string }) =>
      control(
        context,
        name,
        { type: 'SkipEvent', position: position.toString(), why },
        `leaves out the event at ${position}`,
      ),
    );
}

interface Rebuilt {
  readonly cancel?: true;
  /** False with `--no-wait`. */
  readonly wait: boolean;
}

/** Requests a rebuild, and shows its progress until readers have the new read model. */
async function rebuild(context: CommandContext, name: string, { cancel, wait }: Rebuilt): Promise<void> {
  const { output } = context;
  if (name === searchIndex) throw new CommandFailed(howToRebuildSearch);
  const definition = findProjection(allProjections, name);
  if (cancel) return control(context, name, { type: 'CancelRebuild' }, 'is no longer being rebuilt');
  const isPerformed = await decide(context, name, { type: 'RequestRebuild' });
  if (!isPerformed) {
    await output.text(`No server runs. The request is recorded, and the next start rebuilds ${name}`);
  } else if (wait) await waitForRebuild(context, definition);
  else await output.text(`The projection ${name} is being rebuilt: projections status shows how far it is`);
}

/** As `/health/ready` names it. */
const searchIndex = 'recipe-index';
const howToRebuildSearch =
  'The index of the search is no projection: rebuild recipes, and each server fills its index again from that';

type Decision =
  | { readonly type: 'Pause' | 'Resume' | 'RequestRebuild' | 'CancelRebuild' }
  | { readonly type: 'SkipEvent'; readonly position: string; readonly why: string };

async function control(context: CommandContext, name: string, decision: Decision, done: string): Promise<void> {
  await decide(context, name, decision);
  await context.output.text(`The projection ${name} ${done}`);
}

/**
 * Records what an operator decides. With the embedded log, the server does it if one runs; otherwise this process.
 * @returns whether a server may perform it now: false if it is known that none runs
 */
async function decide(context: CommandContext, name: string, decision: Decision): Promise<boolean> {
  const { version } = findProjection(allProjections, name);
  const id = newId();
  if (await recordInServer(context.config(), { id, name, body: { ...decision, version } })) return true;
  const log = await context.openLog();
  await recordDecision(log, { id, name }, await commandOf(context, log, { id, name }, { ...decision, version }));
  return context.config().eventLog.kind === 'eventstoredb';
}

async function commandOf(
  context: CommandContext,
  log: EventLog,
  { id, name }: { readonly id: string; readonly name: string },
  decision: Decision & { readonly version: number },
): Promise<ProjectionControlCommand> {
  switch (decision.type) {
    case 'SkipEvent':
      return { ...decision, failingAt: await failingPosition(context, log, findProjection(allProjections, name)) };
    case 'RequestRebuild':
      return { type: 'RequestRebuild', version: decision.version, generation: id };
    case 'CancelRebuild':
      return { type: 'CancelRebuild', version: decision.version };
    case 'Pause':
      return { type: 'Pause', projection: name };
    case 'Resume':
      return { type: 'Resume' };
  }
}

async function failingPosition(context: CommandContext, log: EventLog, definition: Projection) {
  const [report] = await readReports(context, log, await readControls(log), [definition]);
  return report?.failingAt;
}
