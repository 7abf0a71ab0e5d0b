import type { Command } from 'commander';
import { presentSource } from '../audit/presenters.ts';
import {
  InvalidSource,
  parseSource,
  type Source,
  type SourcesRange,
  sourceHint,
  sourcesOfField,
  sourcesOfTotal,
} from '../audit/sources.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailed, exitCodes } from './exit.ts';
import { openIndex } from './open-index.ts';
import type { Column, Row } from './output.ts';
import { parseLimit, parsePosition } from './parse.ts';

interface SourcesOptions {
  readonly field?: string;
  readonly after?: bigint;
  readonly limit: number;
}

const columns: readonly Column[] = [
  { key: 'position', title: 'Position', width: 10, align: 'right' },
  { key: 'at', title: 'At', width: 24 },
  { key: 'type', title: 'Type', width: 20 },
  { key: 'actor', title: 'Actor', width: 28 },
  { key: 'from', title: 'From', width: 20 },
  { key: 'to', title: 'To', width: 20 },
  { key: 'path', title: 'Of', width: 40 },
];

/** `potluck audit sources`. @param audit the command `audit` */
export function addSourcesCommand(audit: Command, context: CommandContext): void {
  audit
    .command('sources')
    .description('list the events that a total or a field comes from, the newest first')
    .argument('<of>', sourceHint)
    .option('--field <path>', 'of a stream: a path as blame shows it, or its end, such as likeCount; default: all')
    .option('--after <position>', 'continue behind this position', parsePosition)
    .option('--limit <number>', 'at most this many events', parseLimit, 100)
    .action((of: string, options: SourcesOptions) => printSources(context, of, options));
}

async function printSources(context: CommandContext, of: string, options: SourcesOptions): Promise<void> {
  const { output } = context;
  const { field, after, limit } = options;
  const range = { limit, ...(after !== undefined && { before: after }) };
  let [count, last] = [0, ''];
  const rows = async function* (): AsyncGenerator<Row> {
    for await (const source of await sourcesOf(context, of, field, range)) {
      const { changes, ...event } = presentSource(source);
      count += 1;
      last = event.position;
      if (output.isJson) yield { ...event, changes };
      else for (const change of changes) yield { ...event, ...change };
    }
  };
  await output.rows(columns, rows());
  if (count === 0) await output.text('No events.');
  if (count === limit) await output.text(`There may be more: add --after ${last}`);
}

async function sourcesOf(
  context: CommandContext,
  of: string,
  field: string | undefined,
  range: SourcesRange,
): Promise<AsyncIterable<Source> | Iterable<Source>> {
  const source = parsed(of, field);
  const log = await context.openLogForReading();
  if (source.kind === 'stream') return sourcesOfField(log, source.stream, source.field, range);
  const index = await openIndex(context, log);
  return withIndex(index, sourcesOfTotal(log, index, source.total, range));
}

/** @throws CommandFailed */
function parsed(...source: Parameters<typeof parseSource>): ReturnType<typeof parseSource> {
  try {
    return parseSource(...source);
  } catch (error) {
    throw error instanceof InvalidSource ? new CommandFailed(error.message, exitCodes.usage, { cause: error }) : error;
  }
}

/** Closes it after the last one. */
async function* withIndex(index: Disposable, sources: AsyncIterable<Source>): AsyncGenerator<Source> {
  using _ = index;
  yield* sources;
}
