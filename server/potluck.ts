/** `npm run potluck -- …`: the commands for operators. The composition root of the command line. */
import { Command, CommanderError } from 'commander';
import { ReadModelUnavailable } from '../projections/read-models/read-model-store.ts';
import type { CommandContext } from './cli/command-context.ts';
import { CommandFailed, exitCodes } from './cli/exit.ts';
import { bannerWarning } from './cli/npm-banner.ts';
import { Output } from './cli/output.ts';
import { showProgress } from './cli/progress.ts';
import { type Config, loadConfig } from './config/config.ts';
import { EventLogUnavailable } from './core/event-log.ts';
import { isLogInUse, openLog, openLogForReading, openReadModels } from './open-stores.ts';
import { createLogger } from './process/logger.ts';

// Other accounts on this machine must not access the data.
process.umask(0o077);

const program = new Command('potluck')
  .description(
    'Reads, checks and moves the event log of a Potluck installation, beside a running server or without one.',
  )
  .option('--json', 'print lines of JSON, for programs')
  .exitOverride();

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
// The reader of the output has enough, as in `npm run potluck -- audit events | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

await using opened = new AsyncDisposableStack();
const closing = <Closable extends { close(): Promise<void> }>(one: Closable): Closable =>
  opened.adopt(one, (each) => each.close());

let loaded: Config | undefined;
const config = (): Config => {
  loaded ??= loadConfig(process.env, []);
  return loaded;
};
const logger = createLogger('error');

const context: CommandContext = {
  output: new Output({ stream: process.stdout, json: () => program.opts().json === true }),
  config,
  openLogForReading: async () => closing(await openLogForReading(config(), logger)),
  openLog: async (eventLog = config().eventLog) => closing(await openLog({ eventLog }, logger)),
  isLogInUse: () => isLogInUse(config()),
  openReadModels: async () => closing(await openReadModels(config())),
  showProgress: (options) => showProgress(process.stderr, options),
  signal: stopping.signal,
};

/** Only the group that is called is loaded, and all of them for the help: loading takes longer than most commands run. */
const groups = new Map<string, () => Promise<(program: Command, context: CommandContext) => void>>([
  ['audit', async () => (await import('./cli/audit-commands.ts')).addAuditCommands],
  ['staff', async () => (await import('./cli/staff-commands.ts')).addStaffCommands],
  ['simulate', async () => (await import('./cli/simulation-commands.ts')).addSimulationCommands],
  ['log', async () => (await import('./cli/log-commands.ts')).addLogCommands],
  ['projections', async () => (await import('./cli/projections-commands.ts')).addProjectionsCommands],
]);
const called = groups.get(process.argv.slice(2).find((argument) => !argument.startsWith('-')) ?? '');
for (const load of called ? [called] : groups.values()) (await load())(program, context);

program.hook('preAction', (_, command) => {
  const warning = bannerWarning(command, { env: process.env, isTerminal: process.stdout.isTTY });
  if (warning !== undefined) process.stderr.write(`${warning}\n`);
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

/** Commander has printed its own errors already. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof CommandFailed) return error.exitCode;
  const isUnreachable = error instanceof EventLogUnavailable || error instanceof ReadModelUnavailable;
  return isUnreachable ? exitCodes.unreachable : exitCodes.usage;
}
