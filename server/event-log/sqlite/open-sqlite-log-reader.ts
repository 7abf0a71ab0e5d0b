import { existsSync } from 'node:fs';
import {
  EventLogUnavailable,
  LogBehindCheckpoint,
  type ReadableLog,
  type SubscribeOptions,
  type SubscriptionBatch,
} from '../../core/event-log.ts';
import { pause } from '../../core/timing/pause.ts';
import { Reader } from './reader.ts';
import { readAll, readStream } from './reads.ts';
import { assertWholeWriteAheadLog } from './schema.ts';
import { isLockedForWriting } from './writer-lock.ts';

/** How often a subscription looks for events that another process has appended. */
const pollMs = 100;

/**
 * Opens the embedded log for reading, also while a server writes it.
 * @throws DamagedLog; EventLogUnavailable when there is no such file, or it is not an event log
 */
export function openSqliteLogReader(file: string): ReadableLog {
  if (!existsSync(file)) throw new EventLogUnavailable(`There is no event log at ${file}: set DATA_DIR`);
  assertWholeUnlessOpen(file);
  const reader = new Reader(file);
  reader.checkCount(true);
  return {
    readStream: (stream, options = {}) => readStream(reader, reader.head(), stream, options),
    readAll: (options = {}) => readAll(reader, reader.head(), options),
    subscribe: (options) => follow(reader, options),
    head: async () => headOf(reader),
    close: async () => reader.close(),
  };
}

/**
 * A server that has the log open has checked its write-ahead log at its start.
 * @throws DamagedLog
 */
function assertWholeUnlessOpen(file: string): void {
  if (existsSync(`${file}-wal`) && !isLockedForWriting(file)) assertWholeWriteAheadLog(file);
}

function headOf(reader: Reader): bigint | undefined {
  const head = reader.head();
  return head === 0 ? undefined : BigInt(head);
}

async function* follow(reader: Reader, options: SubscribeOptions): AsyncGenerator<SubscriptionBatch, void> {
  const { after = 0n, afterId, filter = {}, signal } = options;
  let position = Number(after);
  const isOtherLog = afterId !== undefined && reader.idAt(position) !== afterId;
  if (position > reader.head() || isOtherLog) throw new LogBehindCheckpoint(after, headOf(reader));
  let head = reader.head();
  for (let isFirst = true; !signal.aborted; ) {
    if (!isFirst && position === head) {
      await pause(pollMs, signal);
      head = reader.head();
      continue;
    }
    isFirst = false;
    const { events, position: end, positionId } = reader.page(position, head).select(filter);
    position = end;
    // Looked up for each page, it would cost a tenth of the page.
    if (position === head) head = reader.head();
    yield { events, position: BigInt(position), positionId, caughtUp: position === head };
  }
}
