import { join } from 'node:path';
import type { Command } from 'commander';
import { backUp, type LogToBackUp } from '../backup/back-up.ts';
import { accountsName, type Manifest } from '../backup/manifest.ts';
import { restore } from '../backup/restore.ts';
import type { CommandContext } from './command-context.ts';
import { originOf, runInSteps } from './log-operations.ts';
import { countOf } from './output.ts';

/** @param log the command `potluck log` */
export function addBackupCommands(log: Command, context: CommandContext): void {
  log
    .command('backup')
    .description(
      'copy the log and its seals, the embedded accounts, the avatars and photos into one file, also while a server runs',
    )
    .argument('<file>', 'a new file, such as potluck.tar')
    .action((file: string) => makeBackup(context, file));
  log
    .command('restore')
    .description('check a backup, and restore it into an empty data folder')
    .argument('<file>')
    .action((file: string) => restoreBackup(context, file));
}

const makeBackup = (context: CommandContext, file: string): Promise<void> =>
  runInSteps(context, async (steps) => {
    const { identity, avatars, pictures, dataDir, seals } = context.config();
    const manifest = await backUp({
      file,
      avatars,
      seals: seals.folder,
      signal: context.signal,
      pictures: pictures.kind === 'folder' ? pictures.folder : undefined,
      log: await logOf(context),
      accounts: identity?.kind === 'emulator' ? join(dataDir, accountsName) : undefined,
      onCopy: (bytes, total) => steps.update('Copying', 'bytes', bytes, total),
      onCheck: (count) => steps.update('Checking', 'events', count),
    });
    steps.end();
    await report(context, 'Backed up', manifest, `to ${file}`);
    if (pictures.kind === 's3' && !context.output.isJson) {
      await context.output.text('Photos are in the bucket that PICTURES_S3_URL names, of which this is no copy');
    }
  });

async function logOf(context: CommandContext): Promise<LogToBackUp> {
  const { eventLog } = context.config();
  if (eventLog.kind === 'sqlite') return { kind: 'sqlite', file: eventLog.file };
  return { kind: 'eventstoredb', log: await context.openLogForReading(), origin: originOf(eventLog) };
}

const restoreBackup = (context: CommandContext, file: string): Promise<void> =>
  runInSteps(context, async (steps) => {
    const { eventLog, dataDir } = context.config();
    const manifest = await restore({
      file,
      folder: dataDir,
      signal: context.signal,
      log: eventLog.kind === 'sqlite' ? undefined : await context.makeLog(),
      onCheck: (count, total) => steps.update('Checking', 'events', count, total),
      onCheckSeals: (count, total) => steps.update('Comparing', 'sealed events', count, total),
      onImport: (count, total) => steps.update('Restoring', 'events', count, total),
    });
    steps.end();
    await report(context, 'Restored', manifest, `of ${manifest.at} into ${dataDir}`);
    if (manifest.sealed > 0) {
      await context.output.text(
        'The key that signs the seals is in no backup, so that the next start makes a new one: docs/audit.md says when to put the former key into place before it',
      );
    }
  });

/** The list of parts may be long. */
async function report(
  { output }: CommandContext,
  done: string,
  { parts: _, ...manifest }: Manifest,
  where: string,
): Promise<void> {
  if (output.isJson) return output.value(manifest);
  const { log, sealed, avatars, pictures, hasAccounts } = manifest;
  const accounts = hasAccounts ? 'the accounts' : 'no accounts (none are stored here)';
  const events = `${countOf(log.events, 'event')} (${sealed === 0 ? 'none' : countOf(sealed, 'event').split(' ')[0]} sealed)`;
  await output.text(
    `${done} ${events}, ${countOf(avatars, 'avatar')}, ${countOf(pictures, 'file')} of photos and ${accounts} ${where}`,
  );
}
