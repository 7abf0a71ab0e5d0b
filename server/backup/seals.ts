/**
 * The seals in a backup: the checkpoints, the public keys, and the leaves of the sealed tree, of which a restore makes its
 * tiles again. They are public. The key that signs is a secret, and in no backup.
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkSeals } from '../audit/seals/check/check-seals.ts';
import type { Checkpoint } from '../audit/seals/checkpoint.ts';
import { leafOf } from '../audit/seals/leaf.ts';
import { hashBytes } from '../audit/seals/merkle/hashes.ts';
import { tileBytes, tileWidth, widthOf } from '../audit/seals/merkle/tiles.ts';
import { MerkleTree, type Tile } from '../audit/seals/merkle/tree.ts';
import { type SealFolder, sealFolder } from '../audit/seals/seal-folder.ts';
import { TileMissing } from '../audit/seals/tile-folder.ts';
import type { ReadableLog } from '../core/event-log.ts';
import { DamagedFile } from '../log-transfer/read-log-file.ts';
import type { ArchiveWriter } from './archive.ts';
import { type Part, sealNames, sealsFolder } from './manifest.ts';

/**
 * Adds the checkpoints. Call it before the log is copied: the log must have every event that they cover.
 * @param copy a file to use meanwhile
 */
export async function addCheckpoints(
  archive: ArchiveWriter,
  folder: SealFolder,
  copy: string,
): Promise<{ last: Checkpoint; part: Part } | undefined> {
  const last = await folder.checkpoints.copyTo(copy);
  if (!last) return undefined;
  const part = await archive.addFile(sealNames.checkpoints, copy);
  await rm(copy);
  return { last, part };
}

/** Adds what belongs to the checkpoints. Without the leaves if tiles are damaged: a start builds them from the log. */
export async function addTree(
  archive: ArchiveWriter,
  folder: SealFolder,
  { size }: Checkpoint,
  copy: string,
): Promise<Part[]> {
  const parts: Part[] = [];
  if (existsSync(folder.publicKeysFile)) parts.push(await archive.addFile(sealNames.keys, folder.publicKeysFile));
  try {
    await pipeline(Readable.from(leavesOf(folder, size)), createWriteStream(copy, { mode: 0o600 }));
    parts.push(await archive.addFile(sealNames.leaves, copy));
  } catch (error) {
    if (!(error instanceof TileMissing)) throw error;
  } finally {
    await rm(copy, { force: true });
  }
  return parts;
}

/** As the tree of this size has them, also while it grows. */
async function* leavesOf({ tiles }: SealFolder, size: number): AsyncGenerator<Buffer> {
  for (let index = 0; index * tileWidth < size; index++) {
    const tile = { level: 0, index };
    yield (await tiles.read(tile, size)).subarray(0, widthOf(tile, size) * hashBytes);
  }
}

const tilesPerWrite = 1_024;

export interface SealedBackup {
  readonly file: string;
  /** The folder of the extracted parts. */
  readonly staging: string;
  /** Number of sealed events, by the manifest. */
  readonly sealed: number;
  /** The extracted log. */
  readonly log: Pick<ReadableLog, 'readAll'>;
  readonly signal: AbortSignal;
  readonly onProgress: (leaves: number) => void;
}

/**
 * Makes the tiles of extracted leaves, and compares the log with its seals.
 * @throws DamagedFile when the log is not the one that the keys of the backup have sealed
 */
export async function checkSealed(backup: SealedBackup): Promise<void> {
  const { file, staging, sealed, log, signal, onProgress } = backup;
  const folder = sealFolder(join(staging, sealsFolder));
  const last = await folder.checkpoints.last();
  if ((last?.size ?? 0) !== sealed) {
    throw new DamagedFile(`${file}: its checkpoints seal ${last?.size ?? 0} events, and its manifest says ${sealed}`);
  }
  if (!last) return;
  await restoreTree(backup, folder, last);
  const { findings, isComplete } = await checkSeals(log, folder.path, { signal, onProgress });
  signal.throwIfAborted();
  const [first] = findings;
  if (!first && isComplete) return;
  const others = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  throw new DamagedFile(`${file}: its log is not as it was sealed: ${first?.message ?? 'very much differs'}${others}`);
}

async function restoreTree({ file, staging, log }: SealedBackup, folder: SealFolder, last: Checkpoint): Promise<void> {
  const leaves = join(staging, sealNames.leaves);
  const isInBackup = existsSync(leaves);
  let tiles: Tile[] = [];
  const tree = new MerkleTree((tile) => tiles.push(tile));
  for await (const hash of isInBackup ? extractedLeaves(leaves) : leavesInLog(log, last.size)) {
    tree.add(hash);
    if (tiles.length < tilesPerWrite) continue;
    await folder.tiles.write(tiles);
    tiles = [];
  }
  if (tree.size !== last.size || !tree.root().equals(last.root)) {
    throw new DamagedFile(
      `${file}: ${isInBackup ? sealNames.leaves : 'its log'} is not what its last checkpoint seals`,
    );
  }
  await folder.tiles.write([...tiles, ...tree.partials()]);
  await rm(leaves, { force: true });
}

async function* extractedLeaves(leaves: string): AsyncGenerator<Buffer, void> {
  for await (const chunk of createReadStream(leaves, { highWaterMark: tileBytes })) {
    const hashes: Buffer = chunk;
    for (let at = 0; at < hashes.length; at += hashBytes) yield hashes.subarray(at, at + hashBytes);
  }
}

/** The first `count`, as the log gives them. */
async function* leavesInLog(log: SealedBackup['log'], count: number): AsyncGenerator<Buffer, void> {
  let left = count;
  for await (const event of log.readAll()) {
    yield leafOf(event);
    left -= 1;
    if (left === 0) return;
  }
}
