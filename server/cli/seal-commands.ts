import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { findInStream } from '../audit/find-in-stream.ts';
import { presentCheckpoint } from '../audit/presenters.ts';
import { type Checkpoint, parseCheckpoint } from '../audit/seals/checkpoint.ts';
import { listCheckpoints } from '../audit/seals/list-checkpoints.ts';
import { InvalidKey, parseVerifier, type Verifier } from '../audit/seals/note.ts';
import { formatProof, type Proof, parseProof, refute } from '../audit/seals/proof-file.ts';
import { lastCheckpoint, NoProof, proveConsistency, proveInclusion } from '../audit/seals/prove.ts';
import { sealFolder } from '../audit/seals/seal-folder.ts';
import { sealNow } from '../audit/seals/seal-now.ts';
import { LogDiffersFromSeals } from '../audit/seals/sealer.ts';
import { TileMissing } from '../audit/seals/tile-folder.ts';
import type { Point } from '../audit/time-travel/replay.ts';
import { silentLogger } from '../core/logger.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailed, exitCodes } from './exit.ts';
import { beginsWithBanner, silenceNpm } from './npm-banner.ts';
import type { Column } from './output.ts';
import { parseLimit, parsePoint, parsePosition } from './parse.ts';

/** `potluck audit seal`, `checkpoint`, `prove` and `check-proof`. @param audit the group of commands */
export function addSealCommands(audit: Command, context: CommandContext): void {
  const { output } = context;

  audit
    .command('seal')
    .description('seal the events up to now and sign a checkpoint; not beside a running server, which does so itself')
    .option('--rebuild', 'build damaged or lost tiles again from the log')
    .action(({ rebuild = false }: { rebuild?: boolean }) => explained(() => seal(context, rebuild)));

  audit
    .command('checkpoint')
    .description('print the last checkpoint: keep it elsewhere, to prove later that the log was not changed')
    .action(() =>
      explained(async () => printCheckpoint(context, await lastCheckpoint(sealFolder(context.config().seals.folder)))),
    );

  audit
    .command('checkpoints')
    .description('list the newest checkpoints, with the time of the last event that each covers')
    .option('--limit <number>', 'at most this many', parseLimit, 20)
    .action(({ limit }: { limit: number }) => explained(() => printCheckpoints(context, limit)));

  audit
    .command('prove')
    .description(
      'print a proof that an event is in the log, or that the log still begins as an earlier checkpoint says',
    )
    .argument('[position]', 'the position of the event, as `audit events` shows it', parsePosition)
    .option('--stream <name>', 'the last event of this stream, instead of a position')
    .option('--item <id>', 'with --stream: the first event that names this, such as the one that added a comment')
    .option('--at <point>', 'with --stream: no event after this position or time', parsePoint)
    .option('--in <file>', 'by this checkpoint, which was kept, instead of the last one')
    .addOption(new Option('--since <file>', 'the earlier checkpoint').conflicts('in'))
    .action((position: bigint | undefined, options: ProveOptions) =>
      explained(async () => {
        const proof = await prove(context, position, options);
        const text = formatProof(proof);
        if (output.isJson) await output.value({ proof: text, ...summaryOf(proof) });
        else await output.text(text.trimEnd());
      }),
    );

  audit
    .command('check-proof')
    .description('check a proof with the public key alone, on any machine')
    .argument('<file>', 'the proof')
    .requiredOption('--key <key>', 'the public key, or a file with it')
    .option('--since <file>', 'the earlier checkpoint, for a proof that the log still begins with it')
    .action((file: string, options: { key: string; since?: string }) => checkProof(context, file, options));
}

async function seal(context: CommandContext, rebuild: boolean): Promise<void> {
  const { seals } = context.config();
  const log = await context.openLogForReading();
  const progress = context.showProgress({ verb: 'Sealing', unit: 'events' });
  try {
    const { signal } = context;
    const onProgress = (events: number) => progress.update(events);
    const sealed = await sealNow({ log, settings: seals, logger: silentLogger, rebuild, onProgress, signal });
    progress.end();
    if (sealed === 'busy') {
      throw new CommandFailed(
        'A server seals this log, within a minute of each event: stop it to seal by this command',
      );
    }
    if (!sealed) throw new CommandFailed('The event log is empty: there is nothing to seal');
    await printCheckpoint(context, sealed);
  } finally {
    progress.end();
  }
}

async function printCheckpoint({ output }: CommandContext, { origin, size, root, text }: Checkpoint): Promise<void> {
  if (output.isJson) await output.value({ origin, size, root: root.toString('base64'), note: text });
  else await output.text(text.trimEnd());
}

interface ProveOptions {
  readonly stream?: string;
  readonly item?: string;
  readonly at?: Point;
  readonly in?: string;
  readonly since?: string;
}

async function prove(context: CommandContext, position: bigint | undefined, options: ProveOptions): Promise<Proof> {
  const { stream, item, at, in: kept, since } = options;
  const folder = sealFolder(context.config().seals.folder);
  if ([position, stream, since].filter((one) => one !== undefined).length !== 1) {
    throw new CommandFailed(
      'Name the position of an event, or --stream, or an earlier checkpoint with --since: see --help',
    );
  }
  if (stream === undefined && (item !== undefined || at !== undefined)) {
    throw new CommandFailed('--item and --at are of a stream: name it with --stream');
  }
  if (since !== undefined) return proveConsistency(folder, await checkpointIn(since));
  await lastCheckpoint(folder);
  const checkpoint = kept === undefined ? undefined : await checkpointIn(kept);
  const log = await context.openLogForReading();
  const of = position ?? (await findInStream(log, { stream: stream ?? '', item, at })).position;
  return proveInclusion(folder, log, of, checkpoint);
}

const checkpointColumns: readonly Column[] = [
  { key: 'size', title: 'Events', width: 12, align: 'right' },
  { key: 'upTo', title: 'Up to', width: 24 },
  { key: 'root', title: 'Root', width: 44 },
  { key: 'origin', title: 'Log', width: 30 },
];

async function printCheckpoints({ config, output }: CommandContext, limit: number): Promise<void> {
  const listed = await listCheckpoints(sealFolder(config().seals.folder), limit);
  const count = await output.rows(checkpointColumns, listed.map(presentCheckpoint));
  if (count === 0) await output.text('There is no checkpoint yet: start the server, or run `audit seal`');
}

async function checkProof(
  { output }: CommandContext,
  file: string,
  { key, since }: { readonly key: string; readonly since?: string },
): Promise<void> {
  const proof = parseProof(await textOf(file));
  if (!proof) throw new CommandFailed(`${file} is not a proof, as \`audit prove\` prints it`);
  if (proof.kind === 'consistency' && since === undefined) {
    throw new CommandFailed('Name the file of the earlier checkpoint with --since: the proof is about it');
  }
  if (proof.kind === 'inclusion' && since !== undefined) {
    throw new CommandFailed(
      `${file} proves an event, and not that the log still begins as ${since} says: ask for one of \`audit prove --since\``,
    );
  }
  const earlier = since === undefined ? undefined : await checkpointIn(since);
  const refutation = refute(proof, await keysIn(key), earlier);
  if (refutation !== undefined) throw new CommandFailed(refutation, exitCodes.found);
  const { origin, size } = proof.checkpoint;
  if (output.isJson) return output.value({ holds: true, ...summaryOf(proof) });
  if (proof.kind === 'consistency') {
    return output.text(
      `The proof holds: the first ${proof.oldSize} events of ${origin} are among its ${size} sealed events, unchanged.`,
    );
  }
  await output.text(`The proof holds: event ${proof.leaf + 1} of the ${size} sealed events of ${origin} is`);
  await output.value(JSON.parse(proof.entry));
}

const summaryOf = (proof: Proof) => ({
  kind: proof.kind,
  origin: proof.checkpoint.origin,
  size: proof.checkpoint.size,
  ...(proof.kind === 'inclusion'
    ? { leaf: proof.leaf, event: JSON.parse(proof.entry) }
    : { earlierSize: proof.oldSize }),
});

async function textOf(file: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw failed(`${file} cannot be read: ${reason}`, exitCodes.usage, error);
  }
  if (beginsWithBanner(text)) throw new CommandFailed(`${file} begins with lines of npm. To write it, ${silenceNpm}`);
  return text;
}

async function checkpointIn(file: string): Promise<Checkpoint> {
  const checkpoint = parseCheckpoint(await textOf(file));
  if (checkpoint) return checkpoint;
  throw new CommandFailed(`${file} is not a checkpoint, as \`audit checkpoint\` prints it`);
}

/** @param key a note verifier string, or the name of a file with one a line */
async function keysIn(key: string): Promise<Verifier[]> {
  const isKey = /^[^\s+]+\+[0-9a-f]{8}\+/.test(key);
  const lines = isKey ? [key] : (await textOf(key)).split('\n').filter((line) => line.trim() !== '');
  try {
    return lines.map(parseVerifier);
  } catch (error) {
    if (!(error instanceof InvalidKey)) throw error;
    throw failed(`--key: ${error.message}`, exitCodes.usage, error);
  }
}

/** Gives the errors of the seals their exit codes. */
async function explained(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isFound = error instanceof LogDiffersFromSeals || (error instanceof NoProof && error.code === 'DIFFERS');
    if (isFound) throw failed(error.message, exitCodes.found, error);
    if (!(error instanceof TileMissing)) throw error;
    const remedy = 'stop the server and run `audit seal --rebuild`, which builds it again from the log';
    throw failed(`${error.message}: ${remedy}`, exitCodes.found, error);
  }
}

const failed = (message: string, exitCode: CommandFailed['exitCode'], cause: unknown): CommandFailed =>
  new CommandFailed(message, exitCode, { cause });
