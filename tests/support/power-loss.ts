/**
 * Simulates the content of a disk after a power loss. Synced data is safe. Of the writes since the last sync any part may
 * survive: each sector, each file's length and each directory entry may be in any of its states since then. Stricter than
 * real disks and file systems, which lose less; more lenient than broken ones, which lose synced data.
 */
import { dirname } from 'node:path';
import type { DiskOperation } from './disk-recording.ts';

/** A number from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/** The same numbers for the same seed (mulberry32). */
export const randomFrom = (seed: number): Random => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

type Change = { readonly offset: number; readonly data: Buffer } | { readonly length: number };

/** The content of a file, without its name. */
class Content {
  #synced: Buffer = Buffer.alloc(0);
  #unsynced: Change[] = [];

  add(change: Change): void {
    this.#unsynced.push(change);
  }

  /** Starts a sync; the returned function ends it. */
  startSync(): () => void {
    const covered = this.#unsynced.slice();
    return () => {
      this.#synced = applyChanges(this.#synced, covered);
      this.#unsynced = this.#unsynced.filter((change) => !covered.includes(change));
    };
  }

  afterPowerLoss(random: Random): Buffer {
    const changes = this.#unsynced;
    const drawSurviving = createDraw(random, changes.length);
    const sectorSize = random() < 0.5 ? 512 : 4096;
    const sectors = new Map<number, number>();
    const written: Change[] = [];
    for (const [n, change] of changes.entries()) {
      if ('length' in change) continue;
      for (const piece of cutIntoSectors(change, sectorSize)) {
        const sector = Math.floor(piece.offset / sectorSize);
        const surviving = sectors.get(sector) ?? drawSurviving();
        sectors.set(sector, surviving);
        if (n < surviving) written.push(piece);
      }
    }
    const length = changes.slice(0, drawSurviving()).reduce(lengthAfter, this.#synced.length);
    return applyChanges(this.#synced, [...written, { length }]);
  }
}

/** Returns a function that draws how many of `count` changes reached the disk: always 0, always all, or at random. */
const createDraw = (random: Random, count: number): (() => number) => {
  const draw = random();
  if (draw < 0.2) return () => 0;
  if (draw < 0.3) return () => count;
  return () => {
    const redraw = random();
    if (redraw < 0.3) return 0;
    return redraw < 0.6 ? count : Math.floor(random() * (count + 1));
  };
};

const cutIntoSectors = function* ({ offset, data }: { offset: number; data: Buffer }, sectorSize: number) {
  for (let start = 0; start < data.length; ) {
    const end = Math.min(data.length, start + sectorSize - ((offset + start) % sectorSize));
    yield { offset: offset + start, data: data.subarray(start, end) };
    start = end;
  }
};

const lengthAfter = (length: number, change: Change): number =>
  'length' in change ? change.length : Math.max(length, change.offset + change.data.length);

const applyChanges = (content: Buffer, changes: readonly Change[]): Buffer => {
  let length = content.length;
  const lengths = changes.map((change) => {
    length = lengthAfter(length, change);
    return length;
  });
  const result = Buffer.alloc(Math.max(content.length, ...lengths));
  content.copy(result);
  for (const change of changes) {
    if ('data' in change) change.data.copy(result, change.offset);
    else result.fill(0, change.length);
  }
  return result.subarray(0, length);
};

/** What a path refers to, if anything. */
type Target = Content | 'directory' | undefined;

interface Entry {
  synced: Target;
  unsynced: Target[];
}

/** A disk to which a recording is applied. */
export class Disk {
  readonly #entries = new Map<string, Entry>();
  readonly #syncs = new Map<string, () => void>();

  apply(operation: DiskOperation): void {
    switch (operation.kind) {
      case 'open':
        if (this.#target(operation.path) === undefined) this.#entry(operation.path).unsynced.push(new Content());
        return;
      case 'makeDirectory':
        this.#entry(operation.path).unsynced.push('directory');
        return;
      case 'remove':
        this.#entry(operation.path).unsynced.push(undefined);
        return;
      case 'write':
      case 'truncate':
        this.#content(operation.path).add(operation);
        return;
      case 'syncStart':
        this.#syncs.set(operation.thread, this.#startSync(operation.path));
        return;
      case 'syncEnd':
        this.#syncs.get(operation.thread)?.();
        return;
      case 'note':
        return;
    }
  }

  /** The files, by path, that a power loss at this moment might leave behind. */
  afterPowerLoss(random: Random): Map<string, Buffer> {
    const targets = new Map<string, Target>();
    for (const [path, { synced, unsynced }] of this.#entries) {
      targets.set(path, [synced, ...unsynced][createDraw(random, unsynced.length)()]);
    }
    const files = new Map<string, Buffer>();
    for (const [path, target] of targets) {
      const directory = dirname(path);
      const isReachable = !targets.has(directory) || targets.get(directory) === 'directory';
      if (target instanceof Content && isReachable) files.set(path, target.afterPowerLoss(random));
    }
    return files;
  }

  #entry(path: string): Entry {
    const entry = this.#entries.get(path) ?? { synced: undefined, unsynced: [] };
    this.#entries.set(path, entry);
    return entry;
  }

  #target(path: string): Target {
    const entry = this.#entry(path);
    return entry.unsynced.length > 0 ? entry.unsynced.at(-1) : entry.synced;
  }

  #content(path: string): Content {
    const target = this.#target(path);
    if (!(target instanceof Content)) throw new Error(`${path} was written before it was created`);
    return target;
  }

  #startSync(path: string): () => void {
    const target = this.#target(path);
    if (target instanceof Content) return target.startSync();
    const covered = [...this.#entries].flatMap(([name, entry]) =>
      dirname(name) === path ? [{ entry, count: entry.unsynced.length }] : [],
    );
    return () => {
      for (const { entry, count } of covered) {
        if (count > 0) entry.synced = entry.unsynced[count - 1];
        entry.unsynced.splice(0, count);
      }
    };
  }
}
