import { DatabaseSync } from 'node:sqlite';

const busy = 5;

/** Held until `release` or the end of the process, when the operating system releases it. */
export interface WriterLock {
  release(): void;
}

/**
 * Keeps a second process from writing to the same log, by an exclusive lock on a small file beside it.
 * @throws Error when another process holds the lock
 */
export const lockForWriting = (file: string): WriterLock => {
  const db = new DatabaseSync(`${file}.lock`, { timeout: 0 });
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) {
      throw new Error(
        `The event log ${file} is in use by another process: stop that one, or set DATA_DIR to another directory`,
        { cause: error },
      );
    }
    throw error;
  }
  return { release: () => db.close() };
};
