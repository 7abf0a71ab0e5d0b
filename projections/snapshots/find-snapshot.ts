import type { Logger } from '../../server/core/logger.ts';
import type { SnapshotFolder } from '../read-models/memory/snapshot-folder.ts';
import { type Snapshot, SnapshotUnreadable } from '../read-models/memory/snapshot-format.ts';
import { type ProjectionKey, versionedName } from '../read-models/read-model-store.ts';

/** Distinguishes one log from another. */
export interface LogIdentity {
  /** Id of the event at a position; undefined when there is none. */
  idAt(position: bigint): string | undefined;
}

export interface FindOptions {
  readonly folder: SnapshotFolder;
  readonly log: LogIdentity;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * The snapshot from which a projection may start; undefined when none matches the log, which may be a restored older
 * backup. The log is the source of truth: without a valid snapshot, the read model is built from it.
 */
export async function findSnapshot(options: FindOptions, projection: ProjectionKey): Promise<Snapshot | undefined> {
  const { folder, log, logger } = options;
  try {
    const snapshot = await folder.read(projection);
    if (snapshot === undefined) return undefined;
    const { position, eventId } = snapshot.head;
    if (log.idAt(BigInt(position)) === eventId) return snapshot;
    throw new SnapshotUnreadable(`the log has another event, or none, at ${position}: it is a snapshot of another log`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger.warn(
      { projection: versionedName(projection), reason },
      'A snapshot cannot be used; the read model is built from the log',
    );
    return undefined;
  }
}
