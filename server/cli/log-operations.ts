/** What the commands that copy the log share. */
import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { LogsDiffer } from '../log-transfer/move-log.ts';
import { DamagedFile } from '../log-transfer/read-log-file.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailed, exitCodes, stoppedEarly } from './exit.ts';
import { Steps } from './steps.ts';

export type LogAddress = Config['eventLog'];

/** Runs an operation with its progress. @throws CommandFailed with the exit code */
export async function runInSteps(context: CommandContext, operation: (steps: Steps) => Promise<void>): Promise<void> {
  const steps = new Steps(context);
  try {
    await operation(steps);
  } catch (error) {
    throw failureOf(context, error);
  } finally {
    steps.end();
  }
}

function failureOf({ signal }: CommandContext, error: unknown): unknown {
  if (signal.aborted) return new CommandFailed(stoppedEarly);
  const isFinding = error instanceof DamagedFile || error instanceof LogsDiffer;
  return isFinding ? new CommandFailed(error.message, exitCodes.found, { cause: error }) : error;
}

/** For people: the file or the hosts, without user and password. */
export const originOf = (log: LogAddress): string =>
  log.kind === 'sqlite' ? log.file : log.url.replace(/\/\/[^@]*@/, '//').replace(/\?.*$/, '');

/** @param to a connection string, or a folder @returns undefined when it is neither */
export function parseLogAddress(to: string): LogAddress | undefined {
  if (/^esdb(?:\+discover)?:\/\/\S+$/.test(to)) return { kind: 'eventstoredb', url: to };
  if (to === '' || to.includes('://')) return undefined;
  return { kind: 'sqlite', file: resolve(to, 'events.sqlite') };
}
