import type { Command } from 'commander';
import { LogBehindCheckpoint } from '../core/event-log.ts';
import type { CommandContext } from './command-context.ts';
import { eventColumns, eventJson, eventRow } from './event-output.ts';
import { CommandFailed, exitCodes } from './exit.ts';
import { parsePosition } from './parse.ts';
import { uidOf } from './uid-of.ts';

interface TailOptions {
  readonly stream?: string;
  readonly actor?: string;
  readonly type?: readonly string[];
  readonly without?: readonly string[];
  readonly after?: bigint;
}

/** `potluck audit tail`. @param audit the command `audit` */
export function addTailCommand(audit: Command, context: CommandContext): void {
  audit
    .command('tail')
    .description('print new events as they are recorded, until Ctrl-C')
    .option('--stream <name>', 'of this stream')
    .option('--actor <user>', 'of the user with this id, or the email of their account')
    .option('--type <names...>', 'of these types, such as GroceryListCleared')
    .option('--without <names...>', 'not of these types, such as AccessRecorded')
    .option('--after <position>', 'begin behind this position; default: now', parsePosition)
    .action((options: TailOptions) => followLog(context, options));
}

async function followLog(context: CommandContext, options: TailOptions): Promise<void> {
  const { output, signal } = context;
  const { stream, type: types, without = [] } = options;
  const actor = options.actor === undefined ? undefined : await uidOf(context, options.actor);
  const log = await context.openLogForReading();
  const after = options.after ?? (await log.head());
  let hasBegun = false;
  const batches = log.subscribe({ signal, ...(types && { filter: { types } }), ...(after !== undefined && { after }) });
  const rows = async function* () {
    for await (const { events } of batches) {
      hasBegun = true;
      for (const event of events) {
        const isWanted = (stream ?? event.stream) === event.stream && (actor ?? event.meta.actor) === event.meta.actor;
        if (isWanted && !without.includes(event.type)) yield output.isJson ? eventJson(event) : eventRow(event);
      }
    }
  };
  try {
    await output.rows(eventColumns, rows());
  } catch (error) {
    if (!(error instanceof LogBehindCheckpoint) || hasBegun || options.after === undefined) throw error;
    throw notInLog(options.after, error);
  }
}

const notInLog = (after: bigint, cause: unknown): CommandFailed =>
  new CommandFailed(`--after: the log has no event at position ${after}, see audit events`, exitCodes.usage, { cause });
