import type { ReadableLog } from '../core/event-log.ts';
import { RecordedLog } from '../event-log/sqlite/recorded-log.ts';
import type { LogSource } from './snapshot-task.ts';

type FoldedLog = Pick<ReadableLog, 'subscribe' | 'readStream' | 'head'> & { close(): Promise<void> | void };

/** After which a subscription fails that has lost its connection: the next snapshots are made later. */
const giveUpMs = 60_000;

/** Opens the log to read it once. @throws EventLogUnavailable */
export async function openLogOnce(source: LogSource): Promise<FoldedLog> {
  if (source.kind === 'sqlite') return new RecordedLog(source.file);
  const { openEventStoreDb } = await import('../event-log/eventstoredb/open-event-store-db.ts');
  return openEventStoreDb({ connectionString: source.url, timing: { giveUpMs } });
}
