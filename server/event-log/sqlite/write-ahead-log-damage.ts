import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { isMissing } from '../../core/files/is-missing.ts';

/** https://www.sqlite.org/fileformat2.html#walformat; all numbers are big-endian. */
const headerBytes = 32;
const frameHeaderBytes = 24;
const magic = { littleEndianSums: 0x377f0682, bigEndianSums: 0x377f0683 };

/** Two 32-bit sums. Those of a frame continue those of the frame before it. */
type Sums = readonly [number, number];

/**
 * Finds damage in the write-ahead log of a database that no process has open for writing. SQLite takes the first frame
 * with a wrong checksum for the end, as after a power cut, and would lose the commits behind it. Only the last commit
 * can be incomplete: each one is synced before the next is written.
 * @returns what is damaged; undefined for no damage, or no file
 */
export function writeAheadLogDamage(database: string): string | undefined {
  let file: number;
  try {
    file = openSync(`${database}-wal`, 'r');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  try {
    return damageIn(file);
  } finally {
    closeSync(file);
  }
}

function damageIn(file: number): string | undefined {
  const { size } = fstatSync(file);
  if (size <= headerBytes) return undefined;
  const header = Buffer.alloc(headerBytes);
  readSync(file, header, 0, headerBytes, 0);
  const isBigEndian = header.readUInt32BE(0) === magic.bigEndianSums;
  const isKnown = isBigEndian || header.readUInt32BE(0) === magic.littleEndianSums;
  if (!isKnown || !equal(add([0, 0], header.subarray(0, 24), isBigEndian), sumsAt(header, 24))) return 'its header';

  const frame = Buffer.alloc(frameHeaderBytes + header.readUInt32BE(8));
  const salts = header.subarray(16, 24);
  let previous = sumsAt(header, 24);
  let damagedFrame: number | undefined;
  /** A commit behind the damaged frame, in frames that continue each other. */
  let hasCommit = false;
  for (let number = 0; headerBytes + (number + 1) * frame.length <= size; number++) {
    readSync(file, frame, 0, frame.length, headerBytes + number * frame.length);
    const stored = sumsAt(frame, 16);
    const isCurrent = frame.subarray(8, 16).equals(salts);
    // The rest is left from before the file was last reused.
    const follows = isCurrent && equal(addFrame(previous, frame, isBigEndian), stored);
    if (!follows) damagedFrame ??= number;
    // What follows a commit was written after it was synced.
    if (follows && hasCommit) return `frame ${(damagedFrame ?? 0) + 1}`;
    hasCommit = damagedFrame !== undefined && follows && frame.readUInt32BE(4) > 0;
    previous = stored;
  }
  return undefined;
}

const sumsAt = (bytes: Buffer, at: number): Sums => [bytes.readInt32BE(at), bytes.readInt32BE(at + 4)];

const equal = (one: Sums, other: Sums): boolean => one[0] === other[0] && one[1] === other[1];

/** A frame's checksum covers the first 8 bytes of its header, and its page. */
const addFrame = (sums: Sums, frame: Buffer, isBigEndian: boolean): Sums =>
  add(add(sums, frame.subarray(0, 8), isBigEndian), frame.subarray(frameHeaderBytes), isBigEndian);

function add([first, second]: Sums, bytes: Buffer, isBigEndian: boolean): Sums {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [one, two] = [first, second];
  for (let at = 0; at < words.byteLength; at += 8) {
    one = (one + words.getInt32(at, !isBigEndian) + two) | 0;
    two = (two + words.getInt32(at + 4, !isBigEndian) + one) | 0;
  }
  return [one, two];
}
