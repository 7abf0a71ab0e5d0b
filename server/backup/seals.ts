/**
 * The seals in a backup: the checkpoints, the public keys, and the leaves of the sealed tree, of which a restore makes its
 * tiles again. They are public. The key that signs is a secret, and in no backup.
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Checkpoint } from '../audit/seals/checkpoint.ts';
import { hashBytes } from '../audit/seals/merkle/hashes.ts';
import { tileBytes, tileWidth, widthOf } from '../audit/seals/merkle/tiles.ts';
import { MerkleTree, type Tile } from '../audit/seals/merkle/tree.ts';
import { type SealFolder, sealFolder } from '../audit/seals/seal-folder.ts';
import { TileMissing } from '../audit/seals/tile-folder.ts';
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

/** Makes the tiles of extracted leaves. @param staging the folder of the extracted parts @throws DamagedFile */
export async function restoreTree(file: string, staging: string): Promise<void> {
  const leaves = join(staging, sealNames.leaves);
  if (!existsSync(leaves)) return;
  const folder = sealFolder(join(staging, sealsFolder));
  const last = await folder.checkpoints.last();
  let tiles: Tile[] = [];
  const tree = new MerkleTree((tile) => tiles.push(tile));
  for await (const chunk of createReadStream(leaves, { highWaterMark: tileBytes })) {
    const hashes: Buffer = chunk;
    for (let at = 0; at < hashes.length; at += hashBytes) tree.add(hashes.subarray(at, at + hashBytes));
    if (tiles.length < tilesPerWrite) continue;
    await folder.tiles.write(tiles);
    tiles = [];
  }
  if (!last || tree.size !== last.size || !tree.root().equals(last.root)) {
    throw new DamagedFile(`${file}: ${sealNames.leaves} is not what its last checkpoint seals`);
  }
  await folder.tiles.write([...tiles, ...tree.partials()]);
  await rm(leaves);
}
