import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { maxAppendBytes, type WriteFailure, type WriteFailureCode } from '../../core/event-log.ts';

/** SQLite's result codes, without what extends them: https://www.sqlite.org/rescode.html */
const codes: Partial<Record<number, WriteFailureCode>> = {
  5: 'LOCKED',
  6: 'LOCKED',
  8: 'DISK_READ_ONLY',
  13: 'DISK_FULL',
};

/** What a failed write means for an operator. */
export function writeFailureOf(error: unknown): WriteFailure {
  const extended = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
  const reason = error instanceof Error ? error.message : String(error);
  return { code: codes[extended & 0xff] ?? 'DISK_ERROR', reason };
}

/** An append, with what it adds to the indexes, must fit several times. */
const roomBytes = 4 * maxAppendBytes;

/** That a disk has next to no room left. A page may fit on it, and the next append not. */
export function lackOfRoom(file: string): WriteFailure | undefined {
  const { bavail, bsize } = statfsSync(dirname(file));
  const free = bavail * bsize;
  if (free >= roomBytes) return undefined;
  return { code: 'DISK_FULL', reason: `${free} bytes are free, ${roomBytes} are needed` };
}
