/** Opens the log and the read models that the configuration selects. */
import { MemoryReadModels } from '../projections/read-models/memory/memory-read-models.ts';
import type { ReadModelStore } from '../projections/read-models/read-model-store.ts';
import type { Config } from './config/config.ts';
import { DamagedLog, type EventLog, type ReadableLog } from './core/event-log.ts';
import type { Logger } from './core/logger.ts';
import { openSqliteEventLog } from './event-log/sqlite/open-sqlite-event-log.ts';
import { openSqliteLogReader } from './event-log/sqlite/open-sqlite-log-reader.ts';
import { isLockedForWriting } from './event-log/sqlite/writer-lock.ts';

type Stores = Pick<Config, 'eventLog' | 'readModels'>;

export interface OpenLogOptions {
  /** After which a subscription of EventStoreDB fails that has lost its connection. Default: never. */
  readonly giveUpMs?: number;
}

/** @throws Error with the remedy, for example when another process has the embedded log open for writing */
export async function openLog(
  { eventLog }: Pick<Stores, 'eventLog'>,
  logger: Logger,
  { giveUpMs }: OpenLogOptions = {},
): Promise<EventLog> {
  const warn = (message: string) => logger.warn({}, message);
  if (eventLog.kind === 'eventstoredb') {
    const { openEventStoreDb } = await import('./event-log/eventstoredb/open-event-store-db.ts');
    const timing = giveUpMs === undefined ? {} : { giveUpMs };
    const onInterruption = atMostEvery(10_000, warn);
    return openEventStoreDb({ connectionString: eventLog.url, onInterruption, logger, timing });
  }
  try {
    return await openSqliteEventLog({ file: eventLog.file, onCheckpointFailure: warn, logger });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error) || error instanceof DamagedLog) throw error;
    throw new Error(`DATA_DIR: set a folder that this user may write to (${error.message})`, { cause: error });
  }
}

/** Makes no log in a folder that was mistyped. @throws EventLogUnavailable, and for damage DamagedLog */
export async function openExistingLog(
  stores: Pick<Stores, 'eventLog'>,
  logger: Logger,
  options: OpenLogOptions,
): Promise<EventLog> {
  if (stores.eventLog.kind === 'sqlite') await openSqliteLogReader(stores.eventLog.file).close();
  return openLog(stores, logger, options);
}

/** Drops further messages within the interval: each of a dozen subscriptions reports each attempt of an outage. */
function atMostEvery(intervalMs: number, warn: (message: string) => void): (message: string) => void {
  let warnedAtMs = Number.NEGATIVE_INFINITY;
  return (message) => {
    if (performance.now() - warnedAtMs < intervalMs) return;
    warnedAtMs = performance.now();
    warn(message);
  };
}

/** The same log without appends, also while a server has it open. @throws EventLogUnavailable */
export const openLogForReading = async (
  stores: Pick<Stores, 'eventLog'>,
  logger: Logger,
  options: OpenLogOptions = {},
): Promise<ReadableLog> =>
  stores.eventLog.kind === 'sqlite' ? openSqliteLogReader(stores.eventLog.file) : openLog(stores, logger, options);

/** Whether a server has the embedded log open. Always false for EventStoreDB, where that cannot be known. */
export const isLogInUse = ({ eventLog }: Pick<Stores, 'eventLog'>): boolean =>
  eventLog.kind === 'sqlite' && isLockedForWriting(eventLog.file);

export async function openReadModels({ readModels }: Stores): Promise<ReadModelStore> {
  if (readModels.kind === 'memory') return new MemoryReadModels();
  const { openRedisReadModels } = await import('../projections/read-models/redis/redis-read-models.ts');
  return openRedisReadModels(readModels.target);
}
