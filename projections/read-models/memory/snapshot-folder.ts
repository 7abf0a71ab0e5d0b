import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '../../../server/core/files/directories.ts';
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

/** Snapshots, whole or not; a disk's or a backup's own entries may stand beside them. */
const ours = /@\d+\.snapshot(?:\.\d+\.tmp)?$/;

/** A folder with a file for each projection, which only their owner may read. */
export class SnapshotFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined where there is none. @throws SnapshotUnreadable */
  async read(projection: ProjectionKey): Promise<Snapshot | undefined> {
    const file = await readWhole(join(this.#folder, nameOf(projection)));
    if (file === undefined) return undefined;
    const snapshot = decodeSnapshot(file);
    const found = versionedName(snapshot.head.projection);
    if (found !== versionedName(projection)) throw new SnapshotUnreadable(`it is of ${found}`);
    return snapshot;
  }

  /** In place of the one before, all at once: whatever happens meanwhile, one of the two is there. */
  async write(head: SnapshotHead, parts: Iterable<SnapshotPart>): Promise<void> {
    const syncDirectories = await makeDirectory(this.#folder);
    const name = nameOf(head.projection);
    // Where a process was killed, another may already be writing while it ends.
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

  /** Removes what others left unfinished, and snapshots that are not of these projections; what is not ours stays. */
  async tidy(projections: readonly ProjectionKey[]): Promise<void> {
    const kept = new Set(projections.map(nameOf));
    const found = await readdir(this.#folder, { withFileTypes: true }).catch(() => []);
    for (const entry of found) {
      if (!entry.isFile() || !ours.test(entry.name) || kept.has(entry.name)) continue;
      // One that cannot be removed takes room, and nothing else depends on it.
      await rm(join(this.#folder, entry.name), { force: true }).catch(() => undefined);
    }
  }
}

async function readWhole(path: string): Promise<Buffer | undefined> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { size } = await file.stat();
    const whole = Buffer.allocUnsafeSlow(size);
    let length = 0;
    while (length < size) {
      const { bytesRead } = await file.read(whole, length, Math.min(size - length, atOnce));
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return whole.subarray(0, length);
  } finally {
    await file.close();
  }
}

/** A single call takes less than 2 GiB. */
const atOnce = 64 * 1024 * 1024;

async function writeWhole(path: string, pieces: Iterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(pieces);
    await file.sync();
  } finally {
    await file.close();
  }
}
