import type { Checkpoint } from '../checkpoint.ts';
import { hashBytes } from '../merkle/hashes.ts';
import { tilePath, tileWidth } from '../merkle/tiles.ts';
import { MerkleTree, type Tile } from '../merkle/tree.ts';
import { type Verifier, verifyNote } from '../note.ts';
import type { TileFolder } from '../tile-folder.ts';
import type { Finding } from './findings.ts';
import type { Lookahead } from './lookahead.ts';

export type SignedCheckpoints = Lookahead<Checkpoint | undefined>;

/** A key and the size of the first checkpoint that it signed. */
export interface SigningKey {
  readonly key: string;
  readonly fromSize: number;
}

const noHash = Buffer.alloc(hashBytes);

/** Computes the tree again, from the leaves that the tiles have, and compares it with checkpoints and tiles. */
export class TreeCheck {
  readonly findings: Finding[] = [];
  readonly keys: SigningKey[] = [];
  readonly #checkpoints: SignedCheckpoints;
  readonly #known: readonly Verifier[];
  readonly #tiles: TileFolder;
  #upperTiles: Tile[] = [];
  #tree = new MerkleTree((tile) => this.#filled(tile));
  /** The tree of the events in the log, once they differ from the leaves in the tiles. */
  #logTree: MerkleTree | undefined;
  /** A checkpoint contradicted both trees. All later ones then do, too. */
  #isContradicted = false;
  #count = 0;

  constructor(checkpoints: SignedCheckpoints, known: readonly Verifier[], tiles: TileFolder) {
    this.#checkpoints = checkpoints;
    this.#known = known;
    this.#tiles = tiles;
  }

  /** Number of leaves that are checked. */
  get size(): number {
    return this.#tree.size;
  }

  /** Number of checkpoints that are checked. */
  get checkpoints(): number {
    return this.#count;
  }

  /**
   * @param sealed the leaf in the tiles, undefined if they do not have it
   * @param found the event at its place in the log, undefined if there is none
   * @returns true if a checkpoint shows that the log is as it was sealed so far, and only tiles are damaged
   */
  async add(sealed: Buffer | undefined, found: Buffer | undefined): Promise<boolean> {
    const leaf = sealed ?? found ?? noHash;
    if (!this.#logTree && !found?.equals(leaf)) {
      const { size } = this.#tree;
      this.#logTree = MerkleTree.from(
        size,
        this.#tree.partials().map(({ hashes }) => hashes),
      );
    }
    this.#tree.add(leaf);
    this.#logTree?.add(found ?? noHash);
    if (this.#upperTiles.length > 0) await this.#checkUpperTiles(this.#upperTiles.splice(0));
    return this.checkCheckpoints();
  }

  /** Checks the checkpoints of the current size; the result is that of `add`. */
  async checkCheckpoints(): Promise<boolean> {
    for (let isLogIntact = false; ; ) {
      const [checkpoint] = await this.#checkpoints.see(1);
      const isLater = checkpoint !== undefined && checkpoint.size > this.size;
      if (isLater || this.#checkpoints.take(1).length === 0) return isLogIntact;
      this.#count += 1;
      if (checkpoint) isLogIntact = this.#check(checkpoint) || isLogIntact;
      else this.#report(undefined, `A part of the file of checkpoints is damaged, near the one of ${this.size} events`);
    }
  }

  /** At the end of the tree. */
  async checkEdge(): Promise<void> {
    await this.#checkUpperTiles(this.#tree.partials().filter(({ level }) => level > 0));
  }

  #check(checkpoint: Checkpoint): boolean {
    const { size, origin, root, note } = checkpoint;
    const name = `The checkpoint of ${size} events`;
    const signedBy = verifyNote(note, this.#known);
    if (signedBy === 'invalid') this.#report(size, `${name} has a wrong signature`);
    else if (signedBy === 'unknown') this.#report(size, `${name} is signed by no known key of ${origin}`);
    else if (this.keys.at(-1)?.key !== signedBy.text) this.keys.push({ key: signedBy.text, fromSize: size });
    if (size < this.size) {
      this.#report(size, `${name} is not in its place in the file of checkpoints`);
    } else if (!this.#isContradicted && !this.#tree.root().equals(root)) {
      if (this.#logTree?.root().equals(root)) {
        this.#continueFrom(this.#logTree);
        return true;
      }
      this.#isContradicted = true;
      this.#report(size, `${name} contradicts the stored tree: its tiles or the checkpoint itself were changed`);
    }
    return false;
  }

  #continueFrom(tree: MerkleTree): void {
    const partials = tree.partials().map(({ hashes }) => hashes);
    this.#tree = MerkleTree.from(tree.size, partials, (tile) => this.#filled(tile));
    this.#logTree = undefined;
  }

  #filled(tile: Tile): void {
    if (tile.level > 0) this.#upperTiles.push(tile);
  }

  async #checkUpperTiles(expected: readonly Tile[]): Promise<void> {
    for (const { level, index, hashes } of expected) {
      const width = hashes.length / hashBytes;
      const upTo = (index * tileWidth + width) * tileWidth ** level;
      const stored = await this.#tiles.read({ level, index }, upTo).catch(() => undefined);
      if (stored && hashes.equals(stored)) continue;
      const path = tilePath({ level, index }, width);
      this.findings.push(damagedTile(path));
    }
  }

  #report(size: number | undefined, message: string): void {
    this.findings.push({ kind: 'checkpoint', size, message });
  }
}

export const damagedTile = (path: string): Finding => ({
  kind: 'tile',
  path,
  message: `The tile ${path} is missing or damaged. If nothing else is found, \`audit seal --rebuild\` builds it again from the log`,
});
