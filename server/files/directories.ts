import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { platform } from 'node:process';

/**
 * Makes a directory where there is none, for its owner only. The answer, called once its files are there, syncs every
 * directory that got a new entry: a file whose name is lost in a power cut is lost.
 */
export const makeDirectory = (directory: string): (() => void) => {
  const topmost = mkdirSync(directory, { recursive: true, mode: 0o700 });
  return () => {
    const end = topmost === undefined ? directory : dirname(topmost);
    let current = directory;
    syncDirectory(current);
    while (current !== end && current !== dirname(current)) {
      current = dirname(current);
      syncDirectory(current);
    }
  };
};

/** So that a file that was made or renamed in it keeps its name through a power cut. */
export const syncDirectory = (directory: string): void => {
  // Windows opens no directories, and keeps their entries without being asked.
  if (platform === 'win32') return;
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};
