import { availableParallelism } from 'node:os';
import { SnapshotFolder } from '../../projections/read-models/memory/snapshot-folder.ts';
import { coveredPosition, restoreModels, type SnapshotModel } from '../../projections/snapshots/restore-models.ts';
import { SnapshotKeeper } from '../../projections/snapshots/snapshot-keeper.ts';
import type { EventLog } from '../core/event-log.ts';
import type { Logger } from '../core/logger.ts';
import { RecordedLog } from '../event-log/sqlite/recorded-log.ts';
import { runSnapshotProcess } from './run-snapshot-process.ts';
import type { SnapshotTask } from './snapshot-task.ts';

export interface SnapshotsOptions {
  /** The open embedded log. */
  readonly log: Pick<EventLog, 'head'>;
  /** The log's file. */
  readonly file: string;
  /** Folder of the snapshots. */
  readonly snapshots: string;
  readonly models: readonly SnapshotModel[];
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Events between two snapshots. A start then reads at most about as many from the log, in less than a second. */
  readonly minNewEvents?: number;
  /** With at least this many events in the log, several processes build missing snapshots faster than this one. */
  readonly parallelFromEvents?: number;
  readonly checkIntervalMs?: number;
  /** Default: in a child process. */
  readonly make?: (task: SnapshotTask, logger: Pick<Logger, 'warn'>, signal: AbortSignal) => Promise<void>;
}

/** How long a start waits for child processes before it builds the read models itself. */
const buildTimeoutMs = 60_000;

/** Restores the models from their snapshots. Once started, the returned keeper makes new snapshots. */
export async function openSnapshots(options: SnapshotsOptions): Promise<SnapshotKeeper> {
  const { log, file, models, logger, minNewEvents = 100_000, checkIntervalMs = 10_000 } = options;
  const { parallelFromEvents = 3 * minNewEvents } = options;
  const folder = new SnapshotFolder(options.snapshots);
  const tidy = () => folder.tidy(models.map(({ projection }) => projection));
  const restore = async (subset: readonly SnapshotModel[]): Promise<SnapshotModel[]> => {
    const recorded = new RecordedLog(file);
    try {
      return await restoreModels({ folder, log: recorded, logger }, subset);
    } finally {
      recorded.close();
    }
  };
  const make = (
    subset: readonly SnapshotModel[],
    priority: SnapshotTask['priority'],
    signal: AbortSignal,
  ): Promise<void> => {
    const projections = subset.map(({ projection }) => projection.name);
    return (options.make ?? runSnapshotProcess)(
      { log: file, folder: options.snapshots, projections, priority },
      logger,
      signal,
    );
  };

  await tidy();
  const missing = await restore(models);
  const processes = Math.min(availableParallelism(), missing.length);
  if (processes > 1 && ((await log.head()) ?? 0n) >= parallelFromEvents) {
    const signal = AbortSignal.timeout(buildTimeoutMs);
    const parts = Array.from({ length: processes }, (_, n) => missing.filter((_model, i) => i % processes === n));
    const results = await Promise.allSettled(parts.map((part) => make(part, 'high', signal)));
    for (const result of results) {
      if (result.status === 'rejected') logger.warn({ reason: String(result.reason) }, childFailed);
    }
    await restore(missing);
  }
  return new SnapshotKeeper({
    head: () => log.head(),
    coveredPosition: await coveredPosition(models),
    make: async (signal) => {
      await tidy();
      await make(models, 'low', signal);
    },
    minNewEvents,
    checkIntervalMs,
    logger,
  });
}

const childFailed = 'Read models could not be built beside the server; it builds them itself';
