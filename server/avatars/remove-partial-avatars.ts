import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../core/files/is-missing.ts';

/** Another process may be writing a younger file; that takes seconds. */
const staleAfterMs = 10 * 60_000;

const unfinished = /^[0-9a-f-]{36}\.(?:jpeg|webp)\.[0-9a-f-]{36}\.part$/;

/**
 * Removes the partial files that killed processes have left. Complete pictures stay, even those that no profile shows:
 * they may belong to another log, which the operator has moved away or not restored yet.
 */
export async function removePartialAvatars(folder: string): Promise<void> {
  try {
    for await (const { name } of await opendir(folder)) {
      if (unfinished.test(name)) await removeIfStale(join(folder, name));
    }
  } catch (error) {
    // No picture was uploaded yet.
    if (!isMissing(error)) throw error;
  }
}

async function removeIfStale(file: string): Promise<void> {
  try {
    if (Date.now() - (await stat(file)).mtimeMs > staleAfterMs) await rm(file, { force: true });
  } catch (error) {
    // Another process removed or renamed it first.
    if (!isMissing(error)) throw error;
  }
}
