import type { Command } from 'commander';
import type { AuditIndex, IndexFilter } from '../audit/index/audit-index.ts';
import { findEvents } from '../audit/index/find-events.ts';
import { addAccessesCommand } from './accesses-command.ts';
import type { CommandContext } from './command-context.ts';
import { eventColumns, eventJson, eventRow } from './event-output.ts';
import { CommandFailed } from './exit.ts';
import { openIndex } from './open-index.ts';
import { parseLimit, parsePosition, parseTime } from './parse.ts';
import { addSealCommands } from './seal-commands.ts';
import { addSourcesCommand } from './sources-command.ts';
import { addTailCommand } from './tail-command.ts';
import { addTimeTravelCommands } from './time-travel-commands.ts';
import { uidOf } from './uid-of.ts';
import { addVerifyCommand } from './verify-command.ts';

interface EventsOptions {
  readonly stream?: string;
  readonly actor?: string;
  readonly type?: readonly string[];
  readonly without?: readonly string[];
  readonly since?: Date;
  readonly until?: Date;
  readonly correlation?: string;
  readonly command?: string;
  readonly after?: bigint;
  readonly oldest?: boolean;
  readonly limit: number;
}

/** `potluck audit …`: what the log can answer. */
export function addAuditCommands(program: Command, context: CommandContext): void {
  const audit = program.command('audit').description('what happened, who did it, and why');

  audit
    .command('events')
    .description('list events, the newest first')
    .option('--stream <name>', 'of this stream')
    .option('--actor <user>', 'of the user with this id, or the email of their account')
    .option('--type <names...>', 'of these types, such as GroceryListCleared')
    .option('--without <names...>', 'not of these types, such as AccessRecorded')
    .option('--since <time>', 'not before this time', parseTime)
    .option('--until <time>', 'not after this time', parseTime)
    .option('--correlation <id>', 'of this request')
    .option('--command <id>', 'of this command')
    .option('--oldest', 'the oldest first')
    .option('--after <position>', 'continue behind this position', parsePosition)
    .option('--limit <number>', 'at most this many', parseLimit, 100)
    .action((options: EventsOptions) => printEvents(context, options));
  addTailCommand(audit, context);
  addTimeTravelCommands(audit, context);
  addSourcesCommand(audit, context);
  addAccessesCommand(audit, context);
  addSealCommands(audit, context);
  addVerifyCommand(audit, context);
}

async function printEvents(context: CommandContext, options: EventsOptions): Promise<void> {
  const { output, signal } = context;
  if (options.since && options.until && options.since > options.until) {
    throw new CommandFailed('--since is after --until: exchange them');
  }
  const log = await context.openLogForReading();
  using index = await openIndex(context, log);
  const { limit, after, oldest } = options;
  const actor = options.actor === undefined ? {} : { actor: await uidOf(context, options.actor) };
  const found = findEvents(log, index, {
    ...filterOf({ ...options, ...actor }),
    direction: oldest ? 'forwards' : 'backwards',
    limit,
    ...(after !== undefined && { after }),
  });
  let last: string | undefined;
  const rows = async function* () {
    for await (const event of found) {
      signal.throwIfAborted();
      last = event.position.toString();
      yield output.isJson ? eventJson(event) : eventRow(event);
    }
  };
  const count = await output.rows(eventColumns, rows());
  if (count === 0) await output.text(`No events.${unknownNames(index, options)}`);
  if (count === limit) await output.text(`There may be more: add --after ${last}`);
}

/** A misspelled name must not look as if nothing had happened. */
function unknownNames(index: AuditIndex, { stream, type = [], actor }: EventsOptions): string {
  const uid = actor?.includes('@') ? undefined : actor;
  const unknown = [stream, ...type, uid].filter((name) => name !== undefined && index.namesFrom(name, 1)[0] !== name);
  return unknown.length === 0 ? '' : ` The log has none of ${unknown.join(', ')}, at any time: check the spelling.`;
}

const filterOf = ({
  stream,
  actor,
  type,
  without,
  since,
  until,
  correlation,
  command,
}: EventsOptions): IndexFilter => ({
  ...(stream !== undefined && { stream }),
  ...(actor !== undefined && { actor }),
  ...(type !== undefined && { types: type }),
  ...(without !== undefined && { without }),
  ...(since !== undefined && { since }),
  ...(until !== undefined && { until }),
  ...(correlation !== undefined && { correlationId: correlation }),
  ...(command !== undefined && { commandId: command }),
});
