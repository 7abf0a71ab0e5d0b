import { join } from 'node:path';
import type { SnapshotModel } from '../../projections/snapshots/restore-models.ts';
import type { SnapshotKeeper } from '../../projections/snapshots/snapshot-keeper.ts';
import type { EventLog } from '../../server/core/event-log.ts';
import { makeSnapshotsHere } from '../../server/snapshots/make-snapshots-here.ts';
import { openSnapshots } from '../../server/snapshots/open-snapshots.ts';

/** Snapshots of the embedded log in this folder, made in this process after every event. */
export const openContinuousSnapshots = (
  folder: string,
  log: Pick<EventLog, 'head' | 'subscribe'>,
  models: readonly SnapshotModel[],
): Promise<SnapshotKeeper> =>
  openSnapshots({
    log,
    source: { kind: 'sqlite', file: join(folder, 'events.sqlite') },
    folder: join(folder, 'snapshots'),
    models,
    make: makeSnapshotsHere,
    minNewPositions: 1,
    parallelFromPositions: Number.POSITIVE_INFINITY,
    checkIntervalMs: 1,
    // Fails on an unusable snapshot: a kill at any time must leave only usable ones.
    logger: {
      info: () => {},
      warn: (details, message) => {
        process.stderr.write(`${message} ${JSON.stringify(details)}\n`);
        process.exit(1);
      },
    },
  });
