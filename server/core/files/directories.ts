import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { platform } from 'node:process';

/**
 * Creates a directory if missing, for its owner only. Call the returned function once the files are written: it syncs
 * every directory that got a new entry, because a file whose directory entry is lost in a power failure is lost.
 */
export async function makeDirectory(directory: string): Promise<() => Promise<void>> {
  const topmost = await mkdir(directory, { recursive: true, mode: 0o700 });
  return async () => {
    const end = topmost === undefined ? directory : dirname(topmost);
    let current = directory;
    await syncDirectory(current);
    while (current !== end && current !== dirname(current)) {
      current = dirname(current);
      await syncDirectory(current);
    }
  };
}

/** Makes the names of new and renamed files of the directory durable. */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot sync directories, and persists their entries by itself.
  if (platform === 'win32') return;
  await using handle = await open(directory, 'r');
  await handle.sync();
}
