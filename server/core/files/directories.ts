import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { platform } from 'node:process';

/**
 * Makes a directory where there is none, for its owner only. The answer, called once its files are there, syncs every
 * directory that got a new entry: a file whose name is lost in a power cut is lost.
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

async function syncDirectory(directory: string): Promise<void> {
  // Windows syncs no directories, and keeps their entries without being asked.
  if (platform === 'win32') return;
  await using handle = await open(directory, 'r');
  await handle.sync();
}
