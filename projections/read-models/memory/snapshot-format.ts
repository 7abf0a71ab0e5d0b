/**
 * The file format of a read model: a line that names the format, the head, the parts, and a CRC-32 of everything before
 * it. The head and each part start with the length of a JSON text and that text. In a part, these follow: the ids as
 * JSON, a 64-bit number per item, the 32-bit length of each item's text, and the texts, which are used without parsing.
 * Numbers are little-endian.
 */
import { crc32 } from 'node:zlib';
import type { ProjectionKey } from '../read-model-store.ts';
import { StoredText } from './stored-text.ts';

export interface SnapshotHead {
  readonly projection: ProjectionKey;
  /** The checkpoint: a log position as a decimal string. */
  readonly position: string;
  /** Id of the event at that position; differs in another log. */
  readonly eventId: string;
}

/** A group of documents of one collection, or of indexes. */
export interface SnapshotPart {
  /** Null for indexes. */
  readonly collection: string | null;
  readonly items: readonly SnapshotItem[];
}

export interface SnapshotItem {
  /** Id of the document, or name of the index. */
  readonly id: string;
  /** Position of the document, or number of entries of the index. */
  readonly number: bigint;
  readonly stored: StoredText;
}

export interface Snapshot {
  readonly head: SnapshotHead;
  readonly parts: readonly SnapshotPart[];
}

/** The file is damaged or of another format. */
export class SnapshotUnreadable extends Error {
  readonly code = 'SNAPSHOT_UNREADABLE';
  constructor(reason: string) {
    super(reason);
    this.name = 'SnapshotUnreadable';
  }
}

interface PartHead {
  readonly collection: string | null;
  readonly count: number;
  /** Length of the ids' JSON, in bytes. */
  readonly ids: number;
}

const format = Buffer.from('Potluck read model 1\n');
const checksumSize = 4;

/** The file, in chunks. */
export function* encodeSnapshot(head: SnapshotHead, parts: Iterable<SnapshotPart>): Generator<Buffer, void> {
  let checksum = 0;
  for (const piece of encodeContent(head, parts)) {
    checksum = crc32(piece, checksum);
    yield piece;
  }
  const bytes = Buffer.alloc(checksumSize);
  bytes.writeUInt32LE(checksum);
  yield bytes;
}

function* encodeContent(head: SnapshotHead, parts: Iterable<SnapshotPart>): Generator<Buffer, void> {
  yield format;
  yield withLength(head);
  for (const { collection, items } of parts) {
    const ids = Buffer.from(JSON.stringify(items.map(({ id }) => id)));
    const numbers = Buffer.alloc(12 * items.length);
    const texts: Buffer[] = [];
    for (const [n, { number, stored }] of items.entries()) {
      const { bytes } = stored;
      numbers.writeBigUInt64LE(number, 8 * n);
      numbers.writeUInt32LE(bytes.length, 8 * items.length + 4 * n);
      texts.push(bytes);
    }
    const partHead: PartHead = { collection, count: items.length, ids: ids.length };
    yield withLength(partHead);
    yield ids;
    yield numbers;
    yield Buffer.concat(texts);
  }
}

function withLength(value: object): Buffer {
  const json = Buffer.from(JSON.stringify(value));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  return Buffer.concat([length, json]);
}

/** @param file the whole file; the snapshot's texts share its memory @throws SnapshotUnreadable */
export function decodeSnapshot(file: Buffer): Snapshot {
  const content = file.subarray(0, Math.max(0, file.length - checksumSize));
  if (!content.subarray(0, format.length).equals(format)) throw new SnapshotUnreadable('it is of another format');
  if (crc32(content) !== file.readUInt32LE(content.length)) {
    throw new SnapshotUnreadable('it is damaged: its checksum is not that of its content');
  }
  const { value: head, end } = readWithLength<SnapshotHead>(content, format.length);
  return { head, parts: [...decodeParts(content, end)] };
}

function* decodeParts(content: Buffer, start: number): Generator<SnapshotPart, void> {
  let at = start;
  while (at < content.length) {
    const { value: head, end: idsAt } = readWithLength<PartHead>(content, at);
    const numbersAt = idsAt + head.ids;
    const lengthsAt = numbersAt + 8 * head.count;
    const ids: string[] = JSON.parse(content.toString('utf8', idsAt, numbersAt));
    let textAt = lengthsAt + 4 * head.count;
    const items = ids.map((id, n) => {
      const textStart = textAt;
      textAt += content.readUInt32LE(lengthsAt + 4 * n);
      return {
        id,
        number: content.readBigUInt64LE(numbersAt + 8 * n),
        stored: new StoredText(content, textStart, textAt),
      };
    });
    yield { collection: head.collection, items };
    at = textAt;
  }
}

function readWithLength<T>(content: Buffer, at: number): { value: T; end: number } {
  const start = at + 4;
  const end = start + content.readUInt32LE(at);
  const value: T = JSON.parse(content.toString('utf8', start, end));
  return { value, end };
}
