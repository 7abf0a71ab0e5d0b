import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDirectory } from '../../core/files/directories.ts';
import { isMissing } from '../../core/files/is-missing.ts';
import { hashBytes } from './merkle/hashes.ts';
import { type TileId, tilePath, tileWidth, widthOf } from './merkle/tiles.ts';
import type { Tile } from './merkle/tree.ts';

/** A tile of the sealed tree is not in the folder, or is too short. */
export class TileMissing extends Error {
  readonly path: string;
  constructor(path: string, options?: ErrorOptions) {
    super(`The tile ${path} is missing or damaged`, options);
    this.name = 'TileMissing';
    this.path = path;
  }
}

/** Files written at the same time. */
const maxConcurrent = 8;

/** The tiles of the sealed tree, as files in the layout of https://c2sp.org/tlog-tiles. */
export class TileFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The hashes of a tile in a tree of `size` leaves. @throws TileMissing */
  async read(tile: TileId, size: number): Promise<Buffer> {
    const width = widthOf(tile, size);
    const path = tilePath(tile, width);
    const found = (await this.#file(path)) ?? (await this.#wider(tile));
    if (found === undefined || found.length < width * hashBytes) throw new TileMissing(path);
    return found.subarray(0, width * hashBytes);
  }

  /** Resolves when all tiles are on disk. Each file is replaced as a whole: a crash leaves no part of one. */
  async write(tiles: readonly Tile[]): Promise<void> {
    const paths = tiles.map(({ hashes, ...tile }) => join(this.#folder, tilePath(tile, hashes.length / hashBytes)));
    const syncs: (() => Promise<void>)[] = [];
    for (const folder of new Set(paths.map(dirname))) syncs.push(await makeDirectory(folder));
    for (let at = 0; at < tiles.length; at += maxConcurrent) {
      const some = tiles.slice(at, at + maxConcurrent);
      await Promise.all(some.map(({ hashes }, n) => replaceFile(paths[at + n] ?? '', hashes)));
    }
    for (const sync of syncs) await sync();
  }

  /** Removes the partial tiles of a tile, except the widths to keep. */
  async removePartials(tile: TileId, keep: readonly number[]): Promise<void> {
    const folder = join(this.#folder, dirname(tilePath(tile, 1)));
    if (keep.length === 0) return rm(folder, { recursive: true, force: true });
    const names = await readdir(folder).catch(() => []);
    const kept = new Set(keep.map(String));
    await Promise.all(names.filter((name) => !kept.has(name)).map((name) => rm(join(folder, name), { force: true })));
  }

  /** What has replaced a partial tile: the full tile or a wider partial one, which begin with the same hashes. */
  async #wider(tile: TileId): Promise<Buffer | undefined> {
    const full = tilePath(tile, tileWidth);
    const names = await readdir(join(this.#folder, `${full}.p`)).catch(() => []);
    const widest = Math.max(...names.map(Number).filter(Number.isInteger));
    return (await this.#file(full)) ?? (await this.#file(`${full}.p/${widest}`));
  }

  async #file(path: string): Promise<Buffer | undefined> {
    try {
      return await readFile(join(this.#folder, path));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}

async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${path}.tmp`;
  {
    await using file = await open(unfinished, 'w', 0o600);
    await file.writeFile(bytes);
    await file.sync();
  }
  await rename(unfinished, path);
}
