import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { RecordedEvent } from '../../core/event-log.ts';
import { isMissing } from '../../core/files/is-missing.ts';

/** What the index keeps of a sealed event. It proves nothing: it finds leaves, and names what is no longer in the log. */
export interface IndexEntry {
  readonly position: bigint;
  readonly revision: number;
  /** CRC-32 of the stream's name. */
  readonly stream: number;
  /** ms since the epoch; NaN if the event's time was no time. */
  readonly atMs: number;
}

const indexEntryBytes = 24;

export const streamSum = (stream: string): number => crc32(stream);

/** position: 8 bytes; revision: 4; stream: 4; time: 8. All big-endian. */
export function encodeEntry({ position, revision, stream, meta }: RecordedEvent): Buffer {
  const bytes = Buffer.allocUnsafe(indexEntryBytes);
  bytes.writeBigUInt64BE(position, 0);
  bytes.writeUInt32BE(Number(revision), 8);
  bytes.writeUInt32BE(streamSum(stream), 12);
  bytes.writeDoubleBE(Date.parse(meta.at), 16);
  return bytes;
}

const decodeEntry = (bytes: Buffer, at: number): IndexEntry => ({
  position: bytes.readBigUInt64BE(at),
  revision: bytes.readUInt32BE(at + 8),
  stream: bytes.readUInt32BE(at + 12),
  atMs: bytes.readDoubleBE(at + 16),
});

/** The sealed events by leaf, in a file with one entry a leaf. Positions increase, so a position is found by bisection. */
export class EventIndex {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Undefined if the file does not have it. */
  async at(leaf: number): Promise<IndexEntry | undefined> {
    return (await this.read(leaf, 1))[0];
  }

  /** Up to `count` entries from a leaf on. */
  async read(leaf: number, count: number): Promise<IndexEntry[]> {
    const bytes = await this.#bytes(leaf, count);
    return Array.from({ length: Math.floor(bytes.length / indexEntryBytes) }, (_, n) =>
      decodeEntry(bytes, n * indexEntryBytes),
    );
  }

  /** The leaf of the event at a position, among the first `size`. */
  async find(position: bigint, size: number): Promise<number | undefined> {
    let [low, high] = [0, size];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const entry = await this.at(middle);
      if (entry === undefined) return undefined;
      if (entry.position === position) return middle;
      if (entry.position < position) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }

  /** Writes entries from a leaf on, and removes what follows them. Resolves when they are on disk. */
  async write(leaf: number, entries: readonly Buffer[]): Promise<void> {
    await using file = await open(this.#path, 'a', 0o600).then(async (created) => {
      await created.close();
      return open(this.#path, 'r+');
    });
    const bytes = Buffer.concat(entries);
    await file.write(bytes, 0, bytes.length, leaf * indexEntryBytes);
    await file.truncate(leaf * indexEntryBytes + bytes.length);
    await file.sync();
  }

  async #bytes(leaf: number, count: number): Promise<Buffer> {
    let file: FileHandle;
    try {
      file = await open(this.#path, 'r');
    } catch (error) {
      if (isMissing(error)) return Buffer.alloc(0);
      throw error;
    }
    await using opened = file;
    const wanted = Buffer.alloc(count * indexEntryBytes);
    const { bytesRead } = await opened.read(wanted, 0, wanted.length, leaf * indexEntryBytes);
    return wanted.subarray(0, bytesRead);
  }
}
