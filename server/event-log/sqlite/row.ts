import type { SQLOutputValue } from 'node:sqlite';
import { DamagedEvent, type RecordedEvent } from '../../core/event-log.ts';
import { checksumOf, earliestChecksumOf, hasChecksumOfType, isEarliest } from './checksum.ts';
import { decodeEvent } from './record.ts';

/** Of a table that has checksums. */
export const columns = 'position, stream, revision, id, type, record, checksum';

/** A row of `columns`. At run time it is an array; the library's types do not say so. */
export type Row = Record<string, SQLOutputValue>;

export const wrongChecksum = 'is damaged (its checksum is wrong)';

/** False if the row differs from what was written. Rows of the first releases have no checksum. */
export function isWhole(row: Row): boolean {
  const checksum = row[6];
  if (checksum === null) return true;
  const made = isEarliest(Number(checksum)) ? earliestChecksumOf : checksumOf;
  const [position, revision] = [Number(row[0]), Number(row[2])];
  return checksum === made(position, String(row[1]), revision, String(row[3]), String(row[4]), String(row[5]));
}

/**
 * False if the row's type differs from what was written. Costs almost nothing, except for the earliest checksums.
 * @param typeCrc CRC-32 of the row's type
 */
export function hasRightType(row: Row, typeCrc: number): boolean {
  if (row[6] === null) return true;
  const checksum = Number(row[6]);
  return isEarliest(checksum) ? isWhole(row) : hasChecksumOfType(checksum, Number(row[0]), typeCrc);
}

/**
 * @param type the row's type. One string shared by all events of a type is faster in lookups and comparisons.
 * @throws DamagedEvent
 */
export const toEvent = (row: Row, type = String(row[4])): RecordedEvent => {
  const position = Number(row[0]);
  try {
    return decodeEvent(position, String(row[1]), Number(row[2]), String(row[3]), type, String(row[5]));
  } catch (error) {
    throw new DamagedEvent(BigInt(position), { cause: error });
  }
};
