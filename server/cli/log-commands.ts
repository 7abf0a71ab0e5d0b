import { dirname } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { startExport } from '../log-transfer/export-log.ts';
import { importLog } from '../log-transfer/import-log.ts';
import { writeAtomically, writeChunks } from '../log-transfer/log-file.ts';
import { moveLog } from '../log-transfer/move-log.ts';
import { addBackupCommands } from './backup-commands.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailed } from './exit.ts';
import { type LogAddress, originOf, parseLogAddress, runInSteps } from './log-operations.ts';
import { countOf } from './output.ts';
import { parsePosition } from './parse.ts';

/** `potluck log …`: copies the log to files and to other logs. */
export function addLogCommands(program: Command, context: CommandContext): void {
  const log = program.command('log').description('export, import, move, back up and restore the log');
  log
    .command('export')
    .description('write the events to a file of JSON lines, also while a server runs')
    .argument('<file>', 'a new file, compressed if it ends with .gz or .zst; - for standard output')
    .option('--since <position>', 'only the events after this one, the last of an earlier export', parsePosition)
    .action((file: string, { since }: { since?: bigint }) => exportEvents(context, file, since));
  log
    .command('import')
    .description('import an exported file into an empty log, or continue an interrupted import of the same file')
    .argument('<file>')
    .action((file: string) => importEvents(context, file));
  log
    .command('move')
    .description('copy the log to another, empty one, and compare both; repeated after an interruption, it continues')
    .requiredOption('--to <address>', 'esdb://… for EventStoreDB, or a folder for an embedded log', parseAddress)
    .action(({ to }: { to: LogAddress }) => move(context, to));
  addBackupCommands(log, context);
}

const exportEvents = (context: CommandContext, file: string, since: bigint | undefined): Promise<void> =>
  runInSteps(context, async (steps) => {
    const { output, signal } = context;
    const { eventLog } = context.config();
    const source = { log: await context.openLogForReading(), kind: eventLog.kind, origin: originOf(eventLog) };
    let count = 0;
    const onProgress = (exported: number) => {
      count = exported;
      steps.update('Exporting', 'events', exported);
    };
    const { last = since, lines } = await startExport({ source, since, signal, onProgress });
    if (file === '-') return output.chunks(lines);
    await writeAtomically(file, (unfinished) => writeChunks(unfinished, file, lines, signal));
    steps.end();
    if (output.isJson) return output.value({ file, count, last: last?.toString() });
    const next = last === undefined ? '' : `. Later events: --since ${last}`;
    return output.text(`Exported ${countOf(count, 'event')} to ${file}${next}`);
  });

const importEvents = (context: CommandContext, file: string): Promise<void> =>
  runInSteps(context, async (steps) => {
    const { output, signal } = context;
    const target = { log: await context.makeLog(), kind: context.config().eventLog.kind };
    const { count, found } = await importLog({
      file,
      target,
      signal,
      onCheck: (checked) => steps.update('Checking', 'events', checked),
      onImport: (imported, total) => steps.update('Importing', 'events', imported, total),
    });
    steps.end();
    if (output.isJson) return output.value({ file, count, found });
    return output.text(`Imported ${countOf(count, 'event')} from ${file}${presentBefore(found)}`);
  });

const move = (context: CommandContext, to: LogAddress): Promise<void> =>
  runInSteps(context, async (steps) => {
    const { output, signal } = context;
    if (originOf(context.config().eventLog) === originOf(to)) {
      throw new CommandFailed(`--to: ${originOf(to)} is the log that is configured; name another`);
    }
    const source = await context.openLogForReading();
    const target = { log: await context.makeLog(to), kind: to.kind };
    const { count, found, sha256 } = await moveLog({
      source,
      target,
      signal,
      onCopy: (copied) => steps.update('Moving', 'events', copied),
      onCompare: (compared, total) => steps.update('Comparing', 'events', compared, total),
    });
    steps.end();
    if (context.isLogInUse()) {
      throw new CommandFailed(
        `${countOf(count, 'event')} have been moved, but a server has the log open: stop it, and repeat the command to move the rest`,
      );
    }
    if (output.isJson) return output.value({ to: originOf(to), count, found, sha256 });
    await output.text(`Moved ${countOf(count, 'event')} to ${originOf(to)}${presentBefore(found)}`);
    await output.text(`Both logs have been compared: they are the same (SHA-256 ${sha256})`);
    return output.text(nextStep(to));
  });

const presentBefore = (found: number): string =>
  found === 0 ? '' : ` (${countOf(found, 'event')} of them were there before)`;

const nextStep = (to: LogAddress): string =>
  to.kind === 'eventstoredb'
    ? 'Now set EVENTSTORE_URL to this address, and start the server. Everything else stays in DATA_DIR.'
    : `Now unset EVENTSTORE_URL, set DATA_DIR to ${dirname(to.file)}, copy accounts/, avatars/, pictures/, push/ and seals/ there from the former one, and start the server.`;

function parseAddress(text: string): LogAddress {
  const address = parseLogAddress(text);
  if (address === undefined)
    throw new InvalidArgumentError('Give esdb://host:2113?tls=false or the like, or a folder.');
  return address;
}
