import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './is-missing.ts';

/** Another process may be writing a younger file; that takes seconds. */
const partialAfterMs = 10 * 60_000;

/**
 * Removes the files with such names that killed processes have left.
 * @param staleAfterMs longer than any process needs between writing and removing a file
 */
export async function removeStaleFiles(
  folder: string,
  isLeftOver: (name: string) => boolean,
  staleAfterMs = partialAfterMs,
): Promise<void> {
  try {
    for await (const { name } of await opendir(folder)) {
      if (isLeftOver(name)) await removeIfStale(join(folder, name), staleAfterMs);
    }
  } catch (error) {
    // Nothing was written there yet.
    if (!isMissing(error)) throw error;
  }
}

async function removeIfStale(file: string, staleAfterMs: number): Promise<void> {
  try {
    if (Date.now() - (await stat(file)).mtimeMs > staleAfterMs) await rm(file, { force: true });
  } catch (error) {
    // Another process removed or renamed it first.
    if (!isMissing(error)) throw error;
  }
}
