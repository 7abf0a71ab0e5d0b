import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A picture is written within seconds; another process may be at it. */
const settledMs = 10 * 60_000;

const unfinished = /^[0-9a-f-]{36}\.(?:jpeg|webp)\.[0-9a-f-]{36}\.part$/;

/**
 * Removes the half files that killed processes have left. Whole pictures stay, also those that no profile shows: they may
 * be of another log, which the operator has put aside or not yet put back.
 */
export async function tidyAvatars(folder: string): Promise<void> {
  try {
    for await (const { name } of await opendir(folder)) {
      if (unfinished.test(name)) await removeSettled(join(folder, name));
    }
  } catch (error) {
    // Nobody has sent a picture yet, or another process was faster.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

async function removeSettled(file: string): Promise<void> {
  if (Date.now() - (await stat(file)).mtimeMs > settledMs) await rm(file, { force: true });
}
