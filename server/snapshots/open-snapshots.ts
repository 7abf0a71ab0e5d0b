import { availableParallelism } from 'node:os';
import { SnapshotFolder } from '../../projections/read-models/memory/snapshot-folder.ts';
import { coveredPosition, restoreModels, type SnapshotModel } from '../../projections/snapshots/restore-models.ts';
import { SnapshotKeeper } from '../../projections/snapshots/snapshot-keeper.ts';
import type { EventLog } from '../core/event-log.ts';
import type { Logger } from '../core/logger.ts';
import { runSnapshotProcess } from './run-snapshot-process.ts';
import type { LogSource, SnapshotTask } from './snapshot-task.ts';

export interface SnapshotsOptions {
  readonly log: Pick<EventLog, 'head' | 'subscribe'>;
  /** The same log. */
  readonly source: LogSource;
  /** Folder of the snapshots. */
  readonly folder: string;
  readonly models: readonly SnapshotModel[];
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /**
   * Positions between two snapshots. A start then reads at most about as many from the log, in less than a second.
   * Default: those of 100,000 events.
   */
  readonly minNewPositions?: number;
  /** With at least this many positions in the log, several processes build missing snapshots faster than this one. */
  readonly parallelFromPositions?: number;
  readonly checkIntervalMs?: number;
  /** How long a start waits until several processes have built missing snapshots. It builds the rest itself. */
  readonly buildLimitMs?: number;
  /** How many of them. Default: one per processor. */
  readonly maxProcesses?: number;
  /** Default: in a child process. */
  readonly make?: (task: SnapshotTask, logger: Pick<Logger, 'warn'>, signal: AbortSignal) => Promise<void>;
}

/** Those of the embedded log count events, those of EventStoreDB bytes: of an event, about 700. */
const positionsOf100_000Events = { sqlite: 100_000, eventstoredb: 70_000_000 };

/** Time for a child process to write what it has built within its limit. */
const writeTimeoutMs = 30_000;

/** Restores the models from their snapshots. Once started, the returned keeper makes new snapshots. */
export async function openSnapshots(options: SnapshotsOptions): Promise<SnapshotKeeper> {
  const { log, source, models, logger, checkIntervalMs = 10_000, buildLimitMs = 60_000 } = options;
  const { minNewPositions = positionsOf100_000Events[source.kind] } = options;
  const { parallelFromPositions = 3 * minNewPositions, maxProcesses = availableParallelism() } = options;
  const folder = new SnapshotFolder(options.folder);
  const tidy = () => folder.tidy(models.map(({ projection }) => projection));
  const restore = (subset: readonly SnapshotModel[], from: bigint): Promise<SnapshotModel[]> =>
    restoreModels({ folder, log, logger }, subset, from);
  const make = (
    subset: readonly SnapshotModel[],
    how: Pick<SnapshotTask, 'priority' | 'limitMs'>,
    signal: AbortSignal,
  ): Promise<void> => {
    const projections = subset.map(({ projection }) => projection.name);
    return (options.make ?? runSnapshotProcess)(
      { source, folder: options.folder, projections, ...how },
      logger,
      signal,
    );
  };

  const buildIn = async (processes: number, subset: readonly SnapshotModel[]): Promise<void> => {
    const how = { priority: 'high', limitMs: buildLimitMs } as const;
    const signal = AbortSignal.timeout(buildLimitMs + writeTimeoutMs);
    const parts = Array.from({ length: processes }, (_, n) => subset.filter((_model, i) => i % processes === n));
    const results = await Promise.allSettled(parts.map((part) => make(part, how, signal)));
    for (const result of results) {
      if (result.status === 'rejected') logger.warn({ reason: String(result.reason) }, childFailed);
    }
  };

  await tidy();
  const head = (await log.head()) ?? 0n;
  const isLong = head >= parallelFromPositions;
  // Snapshots from far before the end are of a first start that was interrupted: several processes continue from them, too.
  const missing = await restore(models, isLong ? head - BigInt(parallelFromPositions) : 0n);
  if (isLong && missing.length > 0) {
    const processes = Math.min(maxProcesses, missing.length);
    if (processes > 1) await buildIn(processes, missing);
    await restore(missing, 0n);
  }
  return new SnapshotKeeper({
    head: () => log.head(),
    coveredPosition: await coveredPosition(models),
    make: async (signal) => {
      await tidy();
      await make(models, { priority: 'low' }, signal);
    },
    minNewPositions,
    checkIntervalMs,
    logger,
  });
}

const childFailed = 'Read models could not be built beside the server; it builds them itself';
