import { type EventLog, LogBehindCheckpoint } from '../../server/core/event-log.ts';
import type { Logger } from '../../server/core/logger.ts';
import type { SnapshotFolder } from '../read-models/memory/snapshot-folder.ts';
import type { Snapshot } from '../read-models/memory/snapshot-format.ts';
import { type ProjectionKey, versionedName } from '../read-models/read-model-store.ts';
import { assertInLog } from '../runner/log-steps.ts';

export interface FindOptions {
  readonly folder: SnapshotFolder;
  readonly log: Pick<EventLog, 'subscribe'>;
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
    await assertInLog(log, { position: BigInt(position), eventId }, new AbortController().signal);
    return snapshot;
  } catch (error) {
    const reason = error instanceof LogBehindCheckpoint ? isOfAnotherLog : reasonOf(error);
    logger.warn(
      { projection: versionedName(projection), reason },
      'A snapshot cannot be used; the read model is built from the log',
    );
    return undefined;
  }
}

const isOfAnotherLog = 'the log has another event, or none, at its position: it is a snapshot of another log';

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
