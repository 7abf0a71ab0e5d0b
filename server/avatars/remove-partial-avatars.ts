import { removeStaleFiles } from '../core/files/remove-stale-files.ts';

const unfinished = /^[0-9a-f-]{36}\.(?:jpeg|webp)\.[0-9a-f-]{36}\.part$/;

/**
 * Removes the partial files that killed processes have left. Complete pictures stay, even those that no profile shows:
 * they may belong to another log, which the operator has moved away or not restored yet.
 */
export const removePartialAvatars = (folder: string): Promise<void> =>
  removeStaleFiles(folder, (name) => unfinished.test(name));
