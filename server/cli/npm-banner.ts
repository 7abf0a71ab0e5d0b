import type { Command } from 'commander';

/** What to do about the lines that npm writes before the output of a script, unless it is silent. */
export const silenceNpm = 'use `npm run --silent potluck -- …`';

/** Whether a text begins with these lines, so that no program reads it as JSON, a checkpoint or a proof. */
export const beginsWithBanner = (text: string): boolean => /^\s*> potluck@/.test(text);

/** @returns a warning if npm has written its lines into the file or pipe that gets the output of this command */
export function bannerWarning(
  command: Command,
  { env, isTerminal }: { readonly env: NodeJS.ProcessEnv; readonly isTerminal: boolean },
): string | undefined {
  const isAfterBanner = env.npm_lifecycle_event === 'potluck' && env.npm_config_loglevel !== 'silent';
  if (!isAfterBanner || isTerminal || !isForPrograms(command)) return undefined;
  return `npm has written lines of its own before this output: ${silenceNpm}`;
}

const isForPrograms = (command: Command): boolean =>
  command.optsWithGlobals().json === true ||
  ['checkpoint', 'prove'].includes(command.name()) ||
  (command.name() === 'export' && command.args[0] === '-');
