import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '../../../server/core/files/directories.ts';
import { isMissing } from '../../../server/core/files/is-missing.ts';
import { type ProjectionKey, versionedName } from '../read-model-store.ts';
import {
  decodeSnapshot,
  encodeSnapshot,
  type Snapshot,
  type SnapshotHead,
  type SnapshotPart,
  SnapshotUnreadable,
} from './snapshot-format.ts';

const nameOf = (projection: ProjectionKey): string => `${versionedName(projection)}.snapshot`;

/** Snapshots, complete or not. The folder may hold other files, such as a backup. */
const snapshotName = /@\d+(?:\+[\w-]+)?\.snapshot(?:\.\d+\.tmp)?$/;

/** A folder with one file per projection, readable by the owner only. */
export class SnapshotFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined when there is no snapshot. @throws SnapshotUnreadable */
  async read(projection: ProjectionKey): Promise<Snapshot | undefined> {
    const file = await readWhole(join(this.#folder, nameOf(projection)));
    if (file === undefined) return undefined;
    const snapshot = decodeSnapshot(file);
    const found = versionedName(snapshot.head.projection);
    if (found !== versionedName(projection)) throw new SnapshotUnreadable(`it is of ${found}`);
    return snapshot;
  }

  /** Replaces the previous snapshot atomically: after a crash, one of the two exists. */
  async write(head: SnapshotHead, parts: Iterable<SnapshotPart>): Promise<void> {
    const syncDirectories = await makeDirectory(this.#folder);
    const name = nameOf(head.projection);
    // A new process may already write while a killed one has not exited yet.
    const unfinished = join(this.#folder, `${name}.${process.pid}.tmp`);
    try {
      await writeWhole(unfinished, encodeSnapshot(head, parts));
      await rename(unfinished, join(this.#folder, name));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    await syncDirectories();
  }

  /** Removes unfinished snapshots and those of other projections, versions or generations; keeps all other files. */
  async tidy(projections: readonly ProjectionKey[]): Promise<void> {
    const kept = new Set(projections.map(nameOf));
    const found = await readdir(this.#folder, { withFileTypes: true }).catch(() => []);
    for (const entry of found) {
      if (!entry.isFile() || !snapshotName.test(entry.name) || kept.has(entry.name)) continue;
      // A file that cannot be removed only takes disk space.
      await rm(join(this.#folder, entry.name), { force: true }).catch(() => undefined);
    }
  }
}

async function readWhole(path: string): Promise<Buffer | undefined> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  try {
    const { size } = await file.stat();
    const whole = Buffer.allocUnsafeSlow(size);
    let length = 0;
    while (length < size) {
      const { bytesRead } = await file.read(whole, length, Math.min(size - length, chunkSize));
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return whole.subarray(0, length);
  } finally {
    await file.close();
  }
}

/** One read call accepts less than 2 GiB. */
const chunkSize = 64 * 1024 * 1024;

async function writeWhole(path: string, pieces: Iterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(pieces);
    await file.sync();
  } finally {
    await file.close();
  }
}
