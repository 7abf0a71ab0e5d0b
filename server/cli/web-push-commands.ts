import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { makePushKeys } from '../push/keys.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailed, exitCodes } from './exit.ts';

/** `potluck web-push keys`. */
export function addWebPushCommands(program: Command, { output }: CommandContext): void {
  const webPush = program.command('web-push').description('make the keys for push messages');

  webPush
    .command('keys')
    .description('make the keys that WEB_PUSH_KEY_FILE names, in a file that only this account can read')
    .argument('<file>', 'the file to make; an existing one is kept')
    .action(async (file: string) => {
      const { publicKey } = await make(resolve(file));
      if (output.isJson) await output.value({ publicKey, file: resolve(file) });
      else await output.text(`WEB_PUSH_KEY_FILE=${resolve(file)}`);
    });
}

const make = (file: string) =>
  makePushKeys(file).catch(async (error: unknown) => {
    const isThere = await stat(file).then(
      (found) => found.isFile(),
      () => false,
    );
    const why = isThere
      ? 'there is such a file. Browsers subscribe again once a server has other keys: move it away if you want that'
      : `the file cannot be made: ${error instanceof Error ? error.message : String(error)}`;
    throw new CommandFailed(`${file}: ${why}`, exitCodes.usage, { cause: error });
  });
