import { availableParallelism } from 'node:os';
import { SnapshotFolder } from '../../projections/read-models/memory/snapshot-folder.ts';
import type { SnapshotLogger } from '../../projections/snapshots/find-snapshot.ts';
import { covered, restoreModels, type Snapshotted } from '../../projections/snapshots/restore-models.ts';
import { SnapshotKeeper, type SnapshotKeeperLogger } from '../../projections/snapshots/snapshot-keeper.ts';
import type { EventLog } from '../core/event-log.ts';
import { RecordedLog } from '../event-log/sqlite/recorded-log.ts';
import { runSnapshotProcess } from './run-snapshot-process.ts';
import type { SnapshotTask } from './snapshot-task.ts';

export interface SnapshotsOptions {
  /** The embedded log, which is open. */
  readonly log: Pick<EventLog, 'head'>;
  readonly file: string;
  /** Where they are kept. */
  readonly snapshots: string;
  readonly models: readonly Snapshotted[];
  readonly logger: SnapshotKeeperLogger;
  /** Events from one snapshot to the next: a start reads about as many from the log, in less than a second. */
  readonly every?: number;
  /** From so many events on it is quicker to have what has no snapshot built by several processes than by this one. */
  readonly many?: number;
  readonly lookEveryMs?: number;
  /** How they are made: by a process beside this one, unless it is said otherwise. */
  readonly make?: (task: SnapshotTask, logger: SnapshotLogger, signal: AbortSignal) => Promise<void>;
}

/** A start waits no longer for them; then it does the work itself. */
const buildMs = 60_000;

/** Lets the models begin where their snapshots were taken. The answer, when it is started, has new ones made. */
export async function openSnapshots(options: SnapshotsOptions): Promise<SnapshotKeeper> {
  const { log, file, models, logger, every = 100_000, many = 3 * every, lookEveryMs = 10_000 } = options;
  const folder = new SnapshotFolder(options.snapshots);
  const tidy = () => folder.tidy(models.map(({ projection }) => projection));
  const restore = async (some: readonly Snapshotted[]): Promise<Snapshotted[]> => {
    const landmarks = new RecordedLog(file);
    try {
      return await restoreModels({ folder, log: landmarks, logger }, some);
    } finally {
      landmarks.close();
    }
  };
  const make = (some: readonly Snapshotted[], haste: SnapshotTask['haste'], signal: AbortSignal): Promise<void> => {
    const projections = some.map(({ projection }) => projection.name);
    return (options.make ?? runSnapshotProcess)(
      { log: file, folder: options.snapshots, projections, haste },
      logger,
      signal,
    );
  };

  await tidy();
  const missing = await restore(models);
  const processes = Math.min(availableParallelism(), missing.length);
  if (processes > 1 && ((await log.head()) ?? 0n) >= many) {
    const signal = AbortSignal.timeout(buildMs);
    const parts = Array.from({ length: processes }, (_, n) => missing.filter((_model, at) => at % processes === n));
    const made = await Promise.allSettled(parts.map((part) => make(part, 'wanted now', signal)));
    for (const one of made) if (one.status === 'rejected') logger.warn({ reason: String(one.reason) }, replayedHere);
    await restore(missing);
  }
  return new SnapshotKeeper({
    head: () => log.head(),
    covered: await covered(models),
    make: async (signal) => {
      await tidy();
      await make(models, 'in the background', signal);
    },
    every,
    lookEveryMs,
    logger,
  });
}

const replayedHere = 'Read models could not be built beside the server; it builds them itself';
