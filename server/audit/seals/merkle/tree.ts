import { emptyRoot, hashBytes, hashOfNode, perfectRoot } from './hashes.ts';
import { partialTiles, type TileId, tileBytes, tileWidth } from './tiles.ts';

export interface Tile extends TileId {
  readonly hashes: Buffer;
}

/** The right edge of a level: its incomplete tile. */
interface Edge {
  readonly hashes: Buffer;
  width: number;
  index: number;
}

/**
 * A growing Merkle tree (RFC 6962) of which only the right edge is in memory: at most one tile a level.
 */
export class MerkleTree {
  readonly #onFullTile: (tile: Tile) => void;
  readonly #edges: Edge[] = [];
  #size = 0;

  /** @param onFullTile receives each tile once, when its last hash is added; the hashes are its own */
  constructor(onFullTile: (tile: Tile) => void = () => {}) {
    this.#onFullTile = onFullTile;
  }

  /** The tree of this size. @param partials the hashes of its `partialTiles`, in their order */
  static from(size: number, partials: readonly Uint8Array[], onFullTile?: (tile: Tile) => void): MerkleTree {
    const tree = new MerkleTree(onFullTile);
    tree.#size = size;
    let upTo = size;
    for (let level = 0; upTo > 0; level++, upTo = Math.floor(upTo / tileWidth)) {
      tree.#edge(level).index = Math.floor(upTo / tileWidth);
    }
    for (const [order, { level, width }] of partialTiles(size).entries()) {
      const edge = tree.#edge(level);
      edge.hashes.set(partials[order]?.subarray(0, width * hashBytes) ?? [], 0);
      edge.width = width;
    }
    return tree;
  }

  /** Number of leaves. */
  get size(): number {
    return this.#size;
  }

  add(leaf: Uint8Array): void {
    this.#size += 1;
    this.#push(0, leaf);
  }

  /** Hashes at most 255 nodes a level. */
  root(): Buffer {
    let root: Buffer | undefined;
    for (const { hashes, width } of this.#edges) {
      // The perfect trees of this tile, from the right: as many leaves as the bits of its width say.
      for (let [end, count] = [width, 1]; end > 0; count *= 2) {
        if ((end & count) === 0) continue;
        const left = perfectRoot(hashes.subarray((end - count) * hashBytes, end * hashBytes));
        root = root === undefined ? left : hashOfNode(left, root);
        end -= count;
      }
    }
    return root ?? emptyRoot;
  }

  /** Copies of the incomplete tiles, from the leaves up. */
  partials(): Tile[] {
    return this.#edges.flatMap(({ hashes, width, index }, level) =>
      width === 0 ? [] : [{ level, index, hashes: Buffer.from(hashes.subarray(0, width * hashBytes)) }],
    );
  }

  #push(level: number, hash: Uint8Array): void {
    const edge = this.#edge(level);
    edge.hashes.set(hash, edge.width * hashBytes);
    edge.width += 1;
    if (edge.width < tileWidth) return;
    this.#onFullTile({ level, index: edge.index, hashes: Buffer.from(edge.hashes) });
    edge.width = 0;
    edge.index += 1;
    this.#push(level + 1, perfectRoot(edge.hashes));
  }

  #edge(level: number): Edge {
    const known = this.#edges[level];
    if (known) return known;
    const edge = { hashes: Buffer.alloc(tileBytes), width: 0, index: 0 };
    this.#edges[level] = edge;
    return edge;
  }
}
