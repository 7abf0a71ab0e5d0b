import type { ReadableLog } from '../../core/event-log.ts';
import { makeDirectory } from '../../core/files/directories.ts';
import { tryLock } from '../../core/files/process-lock.ts';
import type { Logger } from '../../core/logger.ts';
import type { Checkpoint } from './checkpoint.ts';
import { sealFolder } from './seal-folder.ts';
import { sealLimits } from './seal-follower.ts';
import { Sealer } from './sealer.ts';
import { openSigner, type SealSettings } from './start-seals.ts';

export interface SealNowOptions {
  readonly log: Pick<ReadableLog, 'readAll'>;
  readonly settings: SealSettings;
  readonly logger: Logger;
  /** Receives the number of sealed events. */
  readonly onProgress: (events: number) => void;
  /** Builds tiles and index again from the log. */
  readonly rebuild?: boolean;
  /** Ends early; what was read is sealed. */
  readonly signal: AbortSignal;
}

/**
 * Seals the log up to its end.
 * @returns the last checkpoint, undefined if the log is empty; 'busy' if another process seals
 * @throws AuditKeyUnusable, LogDiffersFromSeals, EventLogUnavailable
 */
export async function sealNow(options: SealNowOptions): Promise<Checkpoint | undefined | 'busy'> {
  const { log, settings, logger, rebuild = false, onProgress, signal } = options;
  const folder = sealFolder(settings.folder);
  const signer = await openSigner(folder, settings, logger);
  await makeDirectory(folder.path);
  const lock = tryLock(folder.lockFile);
  if (!lock) return 'busy';
  try {
    const sealer = await Sealer.open(folder, signer, log, { rebuild });
    const from = sealer.position === undefined ? {} : { after: sealer.position };
    let writing: Promise<unknown> = Promise.resolve();
    for await (const event of log.readAll(from)) {
      sealer.add(event);
      if (sealer.unsealed < sealLimits.maxEvents) continue;
      // Reads on while the disk writes.
      await writing;
      writing = sealer.seal();
      writing.catch(() => undefined);
      onProgress(sealer.size);
      if (signal.aborted) break;
    }
    await writing;
    await sealer.seal();
    return await folder.checkpoints.last();
  } finally {
    lock.release();
  }
}
