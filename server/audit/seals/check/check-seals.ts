import type { ReadableLog } from '../../../core/event-log.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { type IndexEntry, streamSum } from '../event-index.ts';
import { tilePath, tileWidth, widthOf } from '../merkle/tiles.ts';
import type { Verifier } from '../note.ts';
import { readPublicKeys, type SealFolder, sealFolder } from '../seal-folder.ts';
import { align, maxGap, type Step } from './align.ts';
import { classify, type Difference, pair } from './differences.ts';
import type { Finding } from './findings.ts';
import { type LogLeaf, logLeaves } from './log-leaves.ts';
import { Lookahead } from './lookahead.ts';
import { sealedLeaves } from './sealed-leaves.ts';
import { damagedTile, type SigningKey, TreeCheck } from './tree-check.ts';
import { findUnsealedDamage } from './unsealed-events.ts';

export interface SealReport {
  /** Number of sealed events: leaves of the last checkpoint. */
  readonly size: number;
  readonly checkpoints: number;
  /** The keys that signed, in order. More than one: the key was replaced. */
  readonly keys: readonly SigningKey[];
  /** What contradicts the seals, and what is damaged behind the last sealed event. */
  readonly findings: readonly Finding[];
  /** False if the check ended early, after very many differences or an abort. */
  readonly isComplete: boolean;
}

export interface CheckOptions {
  /** Receives the number of leaves that are checked. */
  readonly onProgress?: (leaves: number) => void;
  readonly signal?: AbortSignal;
  /** The public keys to trust. Default: those in the folder. */
  readonly keys?: readonly Verifier[];
}

type LeafLog = Pick<ReadableLog, 'readAll'>;

const maxDifferences = 10_000;
const progressLeaves = 1_000;

/**
 * Compares the log with what was sealed, event by event, and the sealed tree with all checkpoints and their signatures.
 * Reads the events that are not sealed as well: in a log without seals, this finds what its checksums do not match.
 * Streams: memory does not grow with the log. A server may write and seal meanwhile.
 * @throws EventLogUnavailable
 */
export async function checkSeals(log: LeafLog, path: string, options: CheckOptions = {}): Promise<SealReport> {
  const folder = sealFolder(path);
  const size = (await folder.checkpoints.last())?.size ?? 0;
  const known = options.keys ?? (await readPublicKeys(folder));
  const damagedTiles = new Set<string>();
  const sealed = new Lookahead(sealedLeaves(folder.tiles, size, (tile) => damagedTiles.add(tile)));
  const found = new Lookahead(logLeaves(log));
  const signed = new Lookahead(checkpointsUpTo(folder.checkpoints.all(), size));
  const tree = new TreeCheck(signed, known, folder.tiles);
  /** Since the last checkpoint that shows which of tiles and log are wrong. */
  let differences: Difference[] = [];
  let damaged: readonly Finding[] = [];
  let isComplete = true;
  try {
    await tree.checkCheckpoints();
    const lastPosition = (await folder.index.at(size - 1))?.position;
    let position: bigint | undefined;
    for await (const step of align(sealed, found, lastPosition)) {
      position = lastPositionIn(step) ?? position;
      differences.push(...(await differencesOf(step, folder, size)));
      for (const [leaf, event] of leavesOf(step)) {
        if (!(await tree.add(leaf, event))) continue;
        for (const { sealed: one } of differences) if (one) damagedTiles.add(tileOf(one.leaf, size));
        differences = [];
      }
      if (tree.size % progressLeaves === 0) options.onProgress?.(tree.size);
      isComplete = differences.length < maxDifferences && !options.signal?.aborted;
      if (!isComplete) break;
    }
    if (isComplete && differences.length > 0) differences.push(...movedBehind(await found.see(maxGap), differences));
    if (isComplete && tree.size === size) await tree.checkEdge();
    if (isComplete) {
      const { signal } = options;
      const unsealed = { after: position, sealedUpTo: lastPosition, maxFindings: maxDifferences, signal };
      damaged = await findUnsealedDamage(log, unsealed);
      isComplete = damaged.length < maxDifferences && !signal?.aborted;
    }
  } finally {
    await Promise.all([sealed.close(), found.close(), signed.close()]);
  }
  const findings = [
    ...classify(differences, await streamNames(differences, log)),
    ...[...damagedTiles].map(damagedTile),
    ...tree.findings,
    ...damaged,
  ];
  return { size, checkpoints: tree.checkpoints, keys: tree.keys, findings, isComplete };
}

const tileOf = (leaf: number, size: number): string => {
  const tile = { level: 0, index: Math.floor(leaf / tileWidth) };
  return tilePath(tile, widthOf(tile, size));
};

/** The position of the last event in the log that a step has compared. */
const lastPositionIn = (step: Step): bigint | undefined =>
  step.kind === 'same' ? step.found.position : step.kind === 'gap' ? step.found.at(-1)?.position : undefined;

/** The hashes in the tiles and, at the same place, in the log. */
function leavesOf(step: Step): [sealed: Buffer | undefined, found: Buffer | undefined][] {
  switch (step.kind) {
    case 'same':
      return [[step.sealed.hash, step.found.hash]];
    case 'gap':
      return step.sealed.map(({ hash }, index) => [hash, step.found[index]?.hash]);
    case 'end':
      return [];
  }
}

async function differencesOf(step: Step, { index }: SealFolder, size: number): Promise<Difference[]> {
  if (step.kind === 'same') return [];
  if (step.kind === 'gap') {
    const first = step.sealed[0]?.leaf ?? 0;
    const entries = await index.read(first, step.sealed.length);
    return pair(
      step.sealed.map((leaf, at) => ({ ...leaf, entry: entries[at] })),
      step.found,
    );
  }
  const first = step.sealed.leaf;
  const count = Math.min(size - first, maxDifferences);
  const entries = await index.read(first, count);
  return Array.from({ length: count }, (_, at) => ({
    sealed: { leaf: first + at, hash: undefined, entry: entries[at] },
  }));
}

/** Sealed events that are missing at their place, and among those that are not sealed yet. */
function movedBehind(unsealed: readonly LogLeaf[], differences: readonly Difference[]): Difference[] {
  const missing = new Set(differences.map(({ sealed }) => sealed?.hash?.toString('latin1')));
  return unsealed.filter(({ hash }) => hash && missing.has(hash.toString('latin1'))).map((found) => ({ found }));
}

/** The names of the streams of removed events. The index has their checksums; other events have the names. */
async function streamNames(
  differences: readonly Difference[],
  log: LeafLog,
): Promise<(entry: IndexEntry) => string | undefined> {
  const names = new Map<number, string>();
  const wanted = new Set(
    differences.flatMap(({ sealed, found }) => (sealed?.entry && !found ? [sealed.entry.stream] : [])),
  );
  if (wanted.size > 0) {
    for await (const { event } of logLeaves(log)) {
      if (event && wanted.delete(streamSum(event.stream))) names.set(streamSum(event.stream), event.stream);
      if (wanted.size === 0) break;
    }
  }
  return (entry) => names.get(entry.stream);
}

/** Those that were signed when the check began. */
async function* checkpointsUpTo(
  all: AsyncIterable<Checkpoint | undefined>,
  size: number,
): AsyncGenerator<Checkpoint | undefined, void> {
  for await (const checkpoint of all) {
    if (checkpoint && checkpoint.size > size) return;
    yield checkpoint;
  }
}
