import { hashBytes } from '../merkle/hashes.ts';
import { tilePath, tileWidth, widthOf } from '../merkle/tiles.ts';
import { type TileFolder, TileMissing } from '../tile-folder.ts';

export interface SealedLeaf {
  readonly leaf: number;
  /** Undefined: its tile is missing, so that only a checkpoint can show whether the event is the sealed one. */
  readonly hash: Buffer | undefined;
}

/** The leaves of the sealed tree, as its tiles have them. */
export async function* sealedLeaves(
  tiles: TileFolder,
  size: number,
  onMissing: (path: string) => void,
): AsyncGenerator<SealedLeaf, void> {
  for (let index = 0; index * tileWidth < size; index++) {
    const tile = { level: 0, index };
    const width = widthOf(tile, size);
    const hashes = await tiles.read(tile, size).catch((error: unknown) => {
      if (!(error instanceof TileMissing)) throw error;
      onMissing(tilePath(tile, width));
    });
    for (let at = 0; at < width; at++) {
      const hash = hashes?.subarray(at * hashBytes, (at + 1) * hashBytes);
      yield { leaf: index * tileWidth + at, hash };
    }
  }
}
