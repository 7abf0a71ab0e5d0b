import type { Writable } from 'node:stream';
import { Command, CommanderError } from 'commander';
import { ReadModelUnavailable } from '../projections/read-models/read-model-store.ts';
import type { CommandContext } from './cli/command-context.ts';
import { CommandFailed, exitCodes, stoppedEarly } from './cli/exit.ts';
import { bannerWarning } from './cli/npm-banner.ts';
import { Output } from './cli/output.ts';
import { showProgress } from './cli/progress.ts';
import { type Config, loadConfig } from './config/config.ts';
import { DamagedLog, EventLogUnavailable } from './core/event-log.ts';
import { isLogInUse, openExistingLog, openLog, openLogForReading, openReadModels } from './open-stores.ts';
import { createLogger } from './process/logger.ts';

/** A restart of EventStoreDB takes less. */
const giveUpMs = 10_000;

type Terminal = Writable & { readonly columns?: number; readonly isTTY?: boolean };

export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  /** Aborts on Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
}

/** Only the group that is called is loaded, and all of them for the help: loading takes longer than most commands run. */
const groups = new Map<string, () => Promise<(program: Command, context: CommandContext) => void>>([
  ['audit', async () => (await import('./cli/audit-commands.ts')).addAuditCommands],
  ['staff', async () => (await import('./cli/staff-commands.ts')).addStaffCommands],
  ['simulate', async () => (await import('./cli/simulation-commands.ts')).addSimulationCommands],
  ['log', async () => (await import('./cli/log-commands.ts')).addLogCommands],
  ['web-push', async () => (await import('./cli/web-push-commands.ts')).addWebPushCommands],
  ['projections', async () => (await import('./cli/projections-commands.ts')).addProjectionsCommands],
]);

/**
 * Runs a command for operators, and closes what it has opened.
 * @param args what follows `npm run potluck --`
 * @returns the exit code
 */
export async function runCommand(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { env, stdout, stderr } = surroundings;
  const program = new Command('potluck')
    .description(
      'Reads, checks and moves the event log of a Potluck installation, beside a running server or without one.',
    )
    .option('--json', 'print lines of JSON, for programs')
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .exitOverride();
  const print = (line: string) => void stderr.write(`${line}\n`);
  await using opened = new AsyncDisposableStack();
  const context = contextOf(program, surroundings, opened);

  const called = groups.get(args.find((argument) => !argument.startsWith('-')) ?? '');
  for (const load of called ? [called] : groups.values()) (await load())(program, context);
  program.hook('preAction', (_, command) => {
    const warning = bannerWarning(command, { env, isTerminal: stdout.isTTY === true });
    if (warning !== undefined) print(warning);
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    const isStopped = surroundings.signal.aborted && error === surroundings.signal.reason;
    return exitCodeOf(isStopped ? new CommandFailed(stoppedEarly) : error, print);
  }
}

function contextOf(
  program: Command,
  { env, stdout, stderr, signal }: Surroundings,
  opened: AsyncDisposableStack,
): CommandContext {
  const closing = <Closable extends { close(): Promise<void> }>(one: Closable): Closable =>
    opened.adopt(one, (each) => each.close());
  let loaded: Config | undefined;
  const config = (): Config => {
    loaded ??= loadConfig(env, []);
    return loaded;
  };
  const logger = createLogger('error', stderr);
  return {
    output: new Output({ stream: stdout, json: () => program.opts().json === true }),
    config,
    openLogForReading: async () => closing(await openLogForReading(config(), logger, { giveUpMs })),
    openLog: async () => closing(await openExistingLog(config(), logger, { giveUpMs })),
    makeLog: async (eventLog = config().eventLog) => closing(await openLog({ eventLog }, logger, { giveUpMs })),
    isLogInUse: () => isLogInUse(config()),
    openReadModels: async () => closing(await openReadModels(config())),
    showProgress: (options) => showProgress(stderr, options),
    warn: (line) => void stderr.write(`${line}\n`),
    signal,
  };
}

/** Commander has printed its own errors already. */
function exitCodeOf(error: unknown, print: (line: string) => void): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
  print(error instanceof Error ? error.message : String(error));
  if (error instanceof CommandFailed) return error.exitCode;
  if (error instanceof DamagedLog) return exitCodes.found;
  const isUnreachable = error instanceof EventLogUnavailable || error instanceof ReadModelUnavailable;
  return isUnreachable ? exitCodes.unreachable : exitCodes.usage;
}
