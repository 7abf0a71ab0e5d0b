/** Tiles of a tree, by C2SP tlog-tiles (https://c2sp.org/tlog-tiles): 256 neighbouring hashes of every eighth level. */
import { hashBytes } from './hashes.ts';

export const tileWidth = 256;
export const tileBytes = tileWidth * hashBytes;

export interface TileId {
  /** 0: leaves. A hash of level n + 1 is the root of a full tile of level n. */
  readonly level: number;
  readonly index: number;
}

/** Number of hashes of a level in a tree of this size. */
const hashesAt = (level: number, size: number): number => Math.floor(size / tileWidth ** level);

/** Number of hashes of a tile in a tree of this size: 0 if the tree has no such tile. */
export const widthOf = ({ level, index }: TileId, size: number): number =>
  Math.max(0, Math.min(tileWidth, hashesAt(level, size) - index * tileWidth));

/** The path of a tile, as in `tile/0/x001/234` and `tile/1/000.p/17`. */
export function tilePath({ level, index }: TileId, width: number): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.../g) ?? [];
  const name = groups.map((group, at) => (at === groups.length - 1 ? group : `x${group}`)).join('/');
  return `tile/${level}/${name}${width === tileWidth ? '' : `.p/${width}`}`;
}

/** The incomplete tiles at the right edge of a tree of this size, from the leaves up. */
export function partialTiles(size: number): readonly (TileId & { readonly width: number })[] {
  const tiles: (TileId & { readonly width: number })[] = [];
  for (let level = 0; hashesAt(level, size) > 0; level++) {
    const hashes = hashesAt(level, size);
    const index = Math.floor(hashes / tileWidth);
    if (hashes % tileWidth > 0) tiles.push({ level, index, width: hashes % tileWidth });
  }
  return tiles;
}
