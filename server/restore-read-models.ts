import { allProjections } from '../projections/definitions/all.ts';
import { MemoryReadModels } from '../projections/read-models/memory/memory-read-models.ts';
import type { ReadModelStore } from '../projections/read-models/read-model-store.ts';
import type { SnapshotKeeper } from '../projections/snapshots/snapshot-keeper.ts';
import type { Config } from './config/config.ts';
import type { EventLog } from './core/event-log.ts';
import type { Logger } from './core/logger.ts';
import { openSnapshots } from './snapshots/open-snapshots.ts';

/**
 * Restores read models in memory from their snapshots. Without one, child processes may first have to build it. Undefined for
 * another store, which keeps its read models.
 */
export function restoreReadModels(
  { eventLog, readModels }: Pick<Config, 'eventLog' | 'readModels'>,
  { log, store, logger }: { readonly log: EventLog; readonly store: ReadModelStore; readonly logger: Logger },
): Promise<SnapshotKeeper> | undefined {
  if (readModels.kind !== 'memory' || !(store instanceof MemoryReadModels)) return undefined;
  const models = allProjections.map((one) => store.open(one));
  return openSnapshots({ log, source: eventLog, folder: readModels.snapshots, models, logger });
}
