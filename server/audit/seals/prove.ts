import type { ReadableLog } from '../../core/event-log.ts';
import type { Checkpoint } from './checkpoint.ts';
import { leafText } from './leaf.ts';
import { consistencyProof, inclusionProof, type Range } from './merkle/proofs.ts';
import { rangeRoot } from './merkle/range-root.ts';
import { type ConsistencyProof, type InclusionProof, refute } from './proof-file.ts';
import { readPublicKeys, type SealFolder } from './seal-folder.ts';

/** There is no proof. The message says why, and what to do. */
export class NoProof extends Error {
  readonly code: 'NOT_SEALED' | 'DIFFERS';
  constructor(code: NoProof['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NoProof';
    this.code = code;
  }
}

/** The last checkpoint. @throws NoProof */
export async function lastCheckpoint({ checkpoints }: SealFolder): Promise<Checkpoint> {
  const last = await checkpoints.last();
  if (last) return last;
  throw new NoProof('NOT_SEALED', 'There is no checkpoint yet: start the server, or run `audit seal`');
}

/** The checkpoint whose tree has exactly this size, in events. @throws NoProof */
export async function checkpointOf({ checkpoints }: SealFolder, size: number): Promise<Checkpoint> {
  const found = await checkpoints.firstOf(size);
  if (found?.size === size) return found;
  throw new NoProof('NOT_SEALED', `There is no checkpoint of ${size} events: see \`audit checkpoints\``);
}

/**
 * Proves that the event at a position is in the log.
 * @param sealed by this checkpoint; default: the last one
 * @throws NoProof, TileMissing
 */
export async function proveInclusion(
  folder: SealFolder,
  log: Pick<ReadableLog, 'readAll'>,
  position: bigint,
  sealed?: Checkpoint,
): Promise<InclusionProof> {
  const last = await lastCheckpoint(folder);
  const checkpoint = sealed ?? last;
  if (checkpoint.size > last.size) throw new NoProof('DIFFERS', tooLarge(checkpoint, last));
  const leaf = await folder.index.find(position, checkpoint.size);
  if (leaf === undefined) {
    const message = sealed
      ? `The checkpoint of ${checkpoint.size} events covers no event at position ${position}: take a later one`
      : `No event at position ${position} is sealed: see \`audit events\` for positions, and seal new events with \`audit seal\``;
    throw new NoProof('NOT_SEALED', message);
  }
  const before = leaf > 0 ? await folder.index.at(leaf - 1) : undefined;
  const from = before ? { after: before.position } : {};
  for await (const event of log.readAll({ ...from, limit: 1 })) {
    const entry = leafText(event);
    const hashes = await rangeRoots(folder, inclusionProof(leaf, checkpoint.size), checkpoint);
    const proof: InclusionProof = { kind: 'inclusion', entry, leaf, hashes, checkpoint };
    if (event.position === position && !refute(proof, await readPublicKeys(folder))) return proof;
  }
  throw new NoProof(
    'DIFFERS',
    `The event at position ${position} is not the one that was sealed: run \`audit verify\``,
  );
}

/** Proves that the log of an earlier checkpoint is the beginning of that of the last one. @throws NoProof, TileMissing */
export async function proveConsistency(folder: SealFolder, earlier: Checkpoint): Promise<ConsistencyProof> {
  const checkpoint = await lastCheckpoint(folder);
  if (earlier.size > checkpoint.size) {
    throw new NoProof('DIFFERS', tooLarge(earlier, checkpoint));
  }
  const hashes = await rangeRoots(folder, consistencyProof(earlier.size, checkpoint.size), checkpoint);
  const proof: ConsistencyProof = { kind: 'consistency', oldSize: earlier.size, hashes, checkpoint };
  const refutation = refute(proof, await readPublicKeys(folder), earlier);
  if (refutation !== undefined) throw new NoProof('DIFFERS', refutation);
  return proof;
}

const tooLarge = (earlier: Checkpoint, last: Checkpoint): string =>
  `The log has ${last.size} sealed events and the earlier checkpoint ${earlier.size}: events were removed, or it is of another log`;

const rangeRoots = (folder: SealFolder, ranges: readonly Range[], { size }: Checkpoint): Promise<Buffer[]> =>
  Promise.all(ranges.map((range) => rangeRoot(range, (tile) => folder.tiles.read(tile, size))));
