import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { maxAppendBytes, type WriteFailure, type WriteFailureCode } from '../../core/event-log.ts';

/** SQLite's primary result codes: https://www.sqlite.org/rescode.html */
const codes: Partial<Record<number, WriteFailureCode>> = {
  5: 'LOCKED',
  6: 'LOCKED',
  8: 'DISK_READ_ONLY',
  13: 'DISK_FULL',
};

/** Maps a failed write to what an operator must know. */
export function writeFailureOf(error: unknown): WriteFailure {
  const extended = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
  const reason = error instanceof Error ? error.message : String(error);
  return { code: codes[extended & 0xff] ?? 'DISK_ERROR', reason };
}

/** Room for several appends of the largest size with their index entries. */
const minFreeBytes = 4 * maxAppendBytes;

/** The failure of a disk that is almost full: a probe's page may fit on it and the next append not. */
export function diskFullFailure(file: string): WriteFailure | undefined {
  const { bavail, bsize } = statfsSync(dirname(file));
  const free = bavail * bsize;
  if (free >= minFreeBytes) return undefined;
  return { code: 'DISK_FULL', reason: `${free} bytes are free, ${minFreeBytes} are needed` };
}
