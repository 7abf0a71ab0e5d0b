import { type Command, InvalidArgumentError } from 'commander';
import { maxEvents } from '../simulation/rhythm.ts';
import { simulatedHistory } from '../simulation/simulated-history.ts';
import { writeHistory } from '../simulation/write-history.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailed } from './exit.ts';

interface SimulateOptions {
  readonly events: number;
  readonly seed: number;
  readonly until: Date;
}

const defaultUntil = new Date('2026-06-30T00:00:00Z');
/** The embedded log commits some thousand appends together. EventStoreDB takes 100 calls at a time. */
const maxInFlight = { sqlite: 4_000, eventstoredb: 64 };

/** `potluck simulate`: fills an empty log. */
export function addSimulationCommands(program: Command, context: CommandContext): void {
  program
    .command('simulate')
    .description(
      'record a year of a community in an empty log, the same one for the same seed: it grows from a few people to thousands',
    )
    .requiredOption('--events <number>', `how many, up to ${maxEvents}; the last request is completed`, toCount)
    .option('--seed <number>', 'selects the year: from 0 to 4294967295', toSeed, 1)
    .option('--until <time>', 'the end of the year, such as 2026-06-30; fewer events end earlier', toTime, defaultUntil)
    .action((options: SimulateOptions) => simulate(options, context));
}

async function simulate(options: SimulateOptions, { makeLog, config, output, showProgress, signal }: CommandContext) {
  const log = await makeLog();
  if ((await log.head()) !== undefined) {
    throw new CommandFailed(
      'The log has events already: set DATA_DIR to an empty folder, or EVENTSTORE_URL to an empty log',
    );
  }
  const { kind } = config().eventLog;
  const progress = showProgress({ verb: 'Recording', unit: 'events', total: options.events });
  const written = await writeHistory(log, simulatedHistory(options), {
    maxInFlight: maxInFlight[kind],
    keepsOrder: kind === 'sqlite',
    signal,
    onProgress: progress.update,
  }).finally(progress.end);
  const { events, appends, lastAt, position } = written;
  if (signal.aborted) {
    throw new CommandFailed(
      `Stopped after ${events} of ${options.events} events: empty the log before the next attempt`,
    );
  }
  if (output.isJson) await output.value({ events, appends, lastAt, position: position?.toString() });
  else await output.text(`Recorded ${events} events in ${appends} appends. The last one happened at ${lastAt}.`);
}

function toWholeNumber(written: string, { least, most }: { least: number; most: number }): number {
  const number = Number(written);
  if (/^\d+$/.test(written) && number >= least && number <= most) return number;
  throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
}

const toCount = (written: string): number => toWholeNumber(written, { least: 1, most: maxEvents });
const toSeed = (written: string): number => toWholeNumber(written, { least: 0, most: 2 ** 32 - 1 });

/** The year before it must be after 1970, where the times in ids begin. */
function toTime(written: string): Date {
  const time = new Date(written);
  const isUtc = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/.test(written);
  if (isUtc && time.getTime() >= Date.UTC(1972)) return time;
  throw new InvalidArgumentError('Give a date or a time in UTC, such as 2026-06-30 or 2026-06-30T12:00:00Z.');
}
