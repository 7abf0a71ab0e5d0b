import { DatabaseSync } from 'node:sqlite';

const busy = 5;

/** Held until `release` or the end of the process, when the operating system releases it. */
export interface ProcessLock {
  release(): void;
}

/**
 * An exclusive lock on a small file, which is created if missing. Undefined if another process holds it.
 * @param timeoutMs how long another process may take to release it
 * @throws Error when the file cannot be opened
 */
export function tryLock(file: string, timeoutMs = 0): ProcessLock | undefined {
  const db = new DatabaseSync(file, { timeout: timeoutMs });
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return undefined;
    throw error;
  }
  return { release: () => db.close() };
}
