import type { EventLog } from '../../core/event-log.ts';
import type { Logger } from '../../core/logger.ts';
import { withTimeout } from '../../core/timing/with-timeout.ts';
import { type KeySettings, openKey } from './key-file.ts';
import type { Signer } from './note.ts';
import { readPublicKeys, type SealFolder, sealFolder } from './seal-folder.ts';
import { SealFollower, type SealLimits, type SealStatus, sealLimits } from './seal-follower.ts';

export interface SealSettings extends KeySettings {
  readonly folder: string;
}

export interface SealsOptions {
  readonly log: Pick<EventLog, 'subscribe' | 'readAll'>;
  readonly settings: SealSettings;
  readonly logger: Logger;
  readonly limits?: Partial<SealLimits>;
}

export interface Seals {
  status(): SealStatus;
  /** Seals what has been read. Resolves within 5 s. */
  stop(): Promise<void>;
}

const stopTimeoutMs = 5_000;

/**
 * Seals the log as it grows, off the path of the writes.
 * @throws AuditKeyUnusable
 */
export async function startSeals({ log, settings, logger, limits }: SealsOptions): Promise<Seals> {
  const folder = sealFolder(settings.folder);
  const signer = await openSigner(folder, settings, logger);
  const follower = new SealFollower(log, folder, signer, logger, { ...sealLimits, ...limits });
  return {
    status: () => follower.status,
    stop: () => withTimeout(follower.stop(), stopTimeoutMs).catch(() => undefined),
  };
}

/** @throws AuditKeyUnusable */
export async function openSigner(folder: SealFolder, settings: KeySettings, logger: Logger): Promise<Signer> {
  const last = await folder.checkpoints.last();
  const signer = await openKey(settings, last?.origin);
  const [current] = (await readPublicKeys(folder)).reverse();
  if (current && current.text !== signer.verifier.text) {
    const keys = { former: current.text, current: signer.verifier.text, size: last?.size ?? 0 };
    logger.warn(keys, 'Another key signs the seals from here on; checkpoints so far verify with the former key');
  }
  return signer;
}
