import { type ProcessLock, tryLock } from '../../core/files/process-lock.ts';

/**
 * Keeps a second process from writing to the same log, by an exclusive lock on a small file beside it.
 * @throws Error when another process holds the lock
 */
export const lockForWriting = (file: string): ProcessLock => {
  const lock = tryLock(`${file}.lock`);
  if (lock) return lock;
  throw new Error(
    `The event log ${file} is in use by another process: stop that one, or set DATA_DIR to another directory`,
  );
};
