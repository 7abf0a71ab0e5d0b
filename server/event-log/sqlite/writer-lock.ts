import { type ProcessLock, tryLock } from '../../core/files/process-lock.ts';

const lockFileOf = (file: string): string => `${file}.lock`;

/**
 * Keeps a second process from writing to the same log, by an exclusive lock on a small file beside it.
 * @throws Error when another process holds the lock
 */
export const lockForWriting = (file: string): ProcessLock => {
  const lock = tryLock(lockFileOf(file));
  if (lock !== undefined) return lock;
  throw new Error(
    `The event log ${file} is in use by another process: stop that one, or set DATA_DIR to another directory`,
  );
};

/** Whether a process has the log open for writing at the moment. */
export function isLockedForWriting(file: string): boolean {
  const lock = tryLock(lockFileOf(file));
  lock?.release();
  return lock === undefined;
}
