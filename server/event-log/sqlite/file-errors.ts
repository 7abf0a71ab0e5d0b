import { DamagedLog, EventLogUnavailable } from '../../core/event-log.ts';

/**
 * SQLITE_NOMEM, SQLITE_CORRUPT, SQLITE_TOOBIG and SQLITE_NOTADB: https://www.sqlite.org/rescode.html. Rows of the log are
 * short: one that needs more memory than there is has a damaged length.
 */
const damageCodes: readonly number[] = [7, 11, 18, 26];

/** Whether SQLite, or the library for a number out of its range, says that the file is damaged. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error) return damageCodes.includes(Number(error.errcode) & 0xff);
  return 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}

/** What a failed read means to an operator. */
export function readFailure(error: unknown): EventLogUnavailable {
  if (error instanceof EventLogUnavailable) return error;
  if (isDamage(error)) return damagedFile(error);
  return new EventLogUnavailable('The event log cannot be read: check the disk and the file', { cause: error });
}

export const damagedFile = (error: unknown): DamagedLog =>
  new DamagedLog(`The event log is damaged (${error instanceof Error ? error.message : String(error)})`, {
    cause: error,
  });
