import { open } from 'node:fs/promises';
import { LogBehindCheckpoint, type ReadableLog, type RecordedEvent } from '../../core/event-log.ts';
import { makeDirectory } from '../../core/files/directories.ts';
import { type Checkpoint, parseCheckpoint, signCheckpoint } from './checkpoint.ts';
import { encodeEntry } from './event-index.ts';
import { leafOf } from './leaf.ts';
import { hashBytes } from './merkle/hashes.ts';
import { partialTiles, type TileId } from './merkle/tiles.ts';
import { MerkleTree, type Tile } from './merkle/tree.ts';
import type { Signer } from './note.ts';
import { readPublicKeys, type SealFolder } from './seal-folder.ts';
import { TileMissing } from './tile-folder.ts';

/** The log does not begin with the sealed events: sealing on would contradict what was signed. */
export class LogDiffersFromSeals extends Error {
  readonly code = 'LOG_DIFFERS_FROM_SEALS';
  constructor() {
    super(
      'The event log differs from what was sealed: see which events do with `npm run potluck -- audit verify`. If an older backup was restored, move the folder of the seals away, with its key',
    );
    this.name = 'LogDiffersFromSeals';
  }
}

/** Where sealing continues. */
interface Resumption {
  readonly tree: MerkleTree;
  /** Position of the last event of the tree. */
  readonly position: bigint | undefined;
}

type LeafLog = Pick<ReadableLog, 'readAll'>;

/**
 * Adds events to the sealed tree and signs checkpoints. One at a time works on a folder. What a checkpoint covers is on
 * disk before the checkpoint is; whatever a crash leaves beyond the last checkpoint is written again.
 */
export class Sealer {
  readonly #folder: SealFolder;
  readonly #signer: Signer;
  readonly #tree: MerkleTree;
  #position: bigint | undefined;
  /** Since the last checkpoint. */
  #entries: Buffer[] = [];
  #fullTiles: Tile[] = [];
  /** Partial tiles on disk that a later one replaces. */
  #replaced: TileId[] = [];
  /** Rejects for good once a write has failed: what comes later would be based on it. */
  #sealing: Promise<unknown> = Promise.resolve();

  private constructor(folder: SealFolder, signer: Signer, { tree, position }: Resumption) {
    this.#folder = folder;
    this.#signer = signer;
    this.#position = position;
    const { size } = tree;
    this.#replaced = [...partialTiles(size)];
    const partials = tree.partials().map(({ hashes }) => hashes);
    this.#tree = MerkleTree.from(size, partials, (tile) => this.#fullTiles.push(tile));
  }

  /**
   * Continues after the last checkpoint. Builds tiles and index again from the log if they do not end as the last
   * checkpoint does, or after the log was moved, which changes its positions.
   * @param options `rebuild`: in any case
   * @throws LogDiffersFromSeals, EventLogUnavailable
   */
  static async open(
    folder: SealFolder,
    signer: Signer,
    log: LeafLog,
    { rebuild: isForced = false } = {},
  ): Promise<Sealer> {
    const syncDirectories = await makeDirectory(folder.path);
    await folder.checkpoints.repair();
    await keepPublicKey(folder, signer);
    await syncDirectories();
    const last = await folder.checkpoints.last();
    if (!last) return new Sealer(folder, signer, { tree: new MerkleTree(), position: undefined });
    const resumed = isForced ? undefined : await resume(folder, last, log);
    return new Sealer(folder, signer, resumed ?? (await rebuild(folder, last, log)));
  }

  /** Number of events in the tree. */
  get size(): number {
    return this.#tree.size;
  }

  /** Number of events since the last call of `seal`. */
  get unsealed(): number {
    return this.#entries.length;
  }

  /** Position of the last event in the tree: the next `add` takes the one after it. */
  get position(): bigint | undefined {
    return this.#position;
  }

  add(event: RecordedEvent): void {
    this.#tree.add(leafOf(event));
    this.#entries.push(encodeEntry(event));
    this.#position = event.position;
  }

  /**
   * Signs a checkpoint over all events so far, and resolves when it is on disk, with undefined if there is nothing new.
   * After a failure, open another one.
   */
  seal(): Promise<Checkpoint | undefined> {
    // Everything is captured now: events may be added while the files are written.
    const entries = this.#entries;
    if (entries.length === 0) return this.#sealing.then(() => undefined);
    const tiles = [...this.#fullTiles, ...this.#tree.partials()];
    const { size } = this.#tree;
    const text = signCheckpoint(size, this.#tree.root(), this.#signer);
    const replaced = this.#replaced;
    this.#entries = [];
    this.#fullTiles = [];
    this.#replaced = [...partialTiles(size)];
    const sealing = this.#sealing.then(async () => {
      await this.#folder.tiles.write(tiles);
      await this.#folder.index.write(size - entries.length, entries);
      await this.#folder.checkpoints.append(text);
      await this.#removeReplaced(replaced, size);
      return parseCheckpoint(text);
    });
    this.#sealing = sealing;
    return sealing;
  }

  /** Readers of the checkpoint before find what they need in the full tile, or in the newest partial tile. */
  async #removeReplaced(replaced: readonly TileId[], size: number): Promise<void> {
    const current = partialTiles(size);
    for (const tile of replaced) {
      const now = current.find(({ level, index }) => level === tile.level && index === tile.index);
      await this.#folder.tiles.removePartials(tile, now ? [now.width] : []);
    }
  }
}

/** Keeps the public key for good, so that its checkpoints can be verified after it was replaced. */
async function keepPublicKey(folder: SealFolder, { verifier }: Signer): Promise<void> {
  const kept = await readPublicKeys(folder);
  if (kept.at(-1)?.text === verifier.text) return;
  await using file = await open(folder.publicKeysFile, 'a+', 0o600);
  const text = await file.readFile('utf8');
  await file.writeFile(`${text === '' || text.endsWith('\n') ? '' : '\n'}${verifier.text}\n`);
  await file.sync();
}

/** Undefined if the tiles or the index do not fit the checkpoint and the log. */
async function resume(folder: SealFolder, last: Checkpoint, log: LeafLog): Promise<Resumption | undefined> {
  const { size, root } = last;
  try {
    const partials = await Promise.all(partialTiles(size).map((tile) => folder.tiles.read(tile, size)));
    const tree = MerkleTree.from(size, partials);
    if (!tree.root().equals(root)) return undefined;
    const [before, entry] = size > 1 ? await folder.index.read(size - 2, 2) : [undefined, await folder.index.at(0)];
    if (entry === undefined) return undefined;
    const leaf = size - 1;
    const tile = await folder.tiles.read({ level: 0, index: Math.floor(leaf / 256) }, size);
    const sealed = tile.subarray((leaf % 256) * hashBytes, ((leaf % 256) + 1) * hashBytes);
    for await (const event of log.readAll({ ...(before && { after: before.position }), limit: 1 })) {
      if (event.position === entry.position && leafOf(event).equals(sealed)) return { tree, position: entry.position };
    }
    return undefined;
  } catch (error) {
    // On EventStoreDB no event begins at a position of another log.
    if (error instanceof TileMissing || error instanceof LogBehindCheckpoint) return undefined;
    throw error;
  }
}

/** Events whose tiles and entries are written together. */
const rebuildBatch = 65_536;

/** @throws LogDiffersFromSeals and writes nothing that a checkpoint covers, unless the log has all sealed events */
async function rebuild(folder: SealFolder, last: Checkpoint, log: LeafLog): Promise<Resumption> {
  if (!(await sealedTree(last.size, log))?.root().equals(last.root)) throw new LogDiffersFromSeals();
  let full: Tile[] = [];
  let entries: Buffer[] = [];
  let position: bigint | undefined;
  const tree = new MerkleTree((tile) => full.push(tile));
  const write = async () => {
    await folder.tiles.write(full);
    await folder.index.write(tree.size - entries.length, entries);
    [full, entries] = [[], []];
  };
  for await (const event of log.readAll({ limit: last.size })) {
    tree.add(leafOf(event));
    entries.push(encodeEntry(event));
    position = event.position;
    if (entries.length === rebuildBatch) await write();
  }
  full.push(...tree.partials());
  await write();
  return { tree, position };
}

/** The tree of the first events of the log; undefined if it has fewer. */
async function sealedTree(size: number, log: LeafLog): Promise<MerkleTree | undefined> {
  const tree = new MerkleTree();
  for await (const event of log.readAll({ limit: size })) tree.add(leafOf(event));
  return tree.size === size ? tree : undefined;
}
