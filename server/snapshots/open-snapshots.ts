import { SnapshotFolder } from '../../projections/read-models/memory/snapshot-folder.ts';
import type { SnapshotLogger } from '../../projections/snapshots/find-snapshot.ts';
import { restoreModels, type Snapshotted } from '../../projections/snapshots/restore-models.ts';
import { SnapshotKeeper } from '../../projections/snapshots/snapshot-keeper.ts';
import type { EventLog } from '../event-log/event-log.ts';
import { RecordedLog } from '../event-log/sqlite/recorded-log.ts';
import { runSnapshotProcess } from './run-snapshot-process.ts';

export interface SnapshotsOptions {
  /** The embedded log, which is open. */
  readonly log: Pick<EventLog, 'head'>;
  readonly file: string;
  /** Where they are kept. */
  readonly snapshots: string;
  readonly models: readonly Snapshotted[];
  readonly logger: SnapshotLogger;
  /** Events from one snapshot to the next: a start reads about as many from the log, in less than a second. */
  readonly every?: number;
  readonly lookEveryMs?: number;
}

/** Lets the models begin where their snapshots were taken. The answer, when it is started, has new ones made. */
export async function openSnapshots(options: SnapshotsOptions): Promise<SnapshotKeeper> {
  const { log, file, snapshots: folder, models, logger, every = 100_000, lookEveryMs = 10_000 } = options;
  const landmarks = new RecordedLog(file);
  let covered: bigint;
  try {
    covered = await restoreModels({ folder: new SnapshotFolder(folder), log: landmarks, logger }, models);
  } finally {
    landmarks.close();
  }
  const projections = models.map(({ projection }) => projection.name);
  return new SnapshotKeeper({
    head: () => log.head(),
    covered,
    make: (signal) => runSnapshotProcess({ log: file, folder, projections }, logger, signal),
    every,
    lookEveryMs,
    logger,
  });
}
