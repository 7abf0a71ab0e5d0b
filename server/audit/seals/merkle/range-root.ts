import { hashBytes, hashOfNode, perfectRoot } from './hashes.ts';
import type { Range } from './proofs.ts';
import { type TileId, tileWidth } from './tiles.ts';

/** Reads a tile of which at least `width` hashes exist. */
export type ReadTile = (tile: TileId, width: number) => Promise<Uint8Array>;

/** The root of the leaves of a range of a proof, from at most a few tiles. */
export async function rangeRoot(range: Range, readTile: ReadTile): Promise<Buffer> {
  let root: Buffer | undefined;
  for (const part of perfectRanges(range).reverse()) {
    const left = await perfectRangeRoot(part, readTile);
    root = root === undefined ? left : hashOfNode(left, root);
  }
  if (root === undefined) throw new RangeError('An empty range has no root');
  return root;
}

/** Splits a range into the perfect trees that it consists of, from left to right: the largest comes first. */
function perfectRanges({ start, end }: Range): Range[] {
  const ranges: Range[] = [];
  for (let at = start; at < end; ) {
    let count = 1;
    while (count * 2 <= end - at) count *= 2;
    ranges.push({ start: at, end: at + count });
    at += count;
  }
  return ranges;
}

async function perfectRangeRoot({ start, end }: Range, readTile: ReadTile): Promise<Buffer> {
  let level = 0;
  while (tileWidth ** (level + 1) <= end - start) level += 1;
  const first = start / tileWidth ** level;
  const count = (end - start) / tileWidth ** level;
  const offset = first % tileWidth;
  const hashes = await readTile({ level, index: Math.floor(first / tileWidth) }, offset + count);
  return perfectRoot(hashes.subarray(offset * hashBytes, (offset + count) * hashBytes));
}
