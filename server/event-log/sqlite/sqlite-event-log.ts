import {
  type AppendResult,
  AppendTooLarge,
  type EventLog,
  EventLogUnavailable,
  type ExpectedRevision,
  maxAppendBytes,
  type NewEvent,
  type ReadAllOptions,
  type ReadStreamOptions,
  type RecordedEvent,
  type SubscribeOptions,
  type SubscriptionBatch,
  type WriteFailure,
} from '../../core/event-log.ts';
import type { WriteWatch } from '../write-watch.ts';
import type { Append, GroupCommit } from './group-commit.ts';
import type { LogPages } from './log-pages.ts';
import type { Notifier } from './notifier.ts';
import type { Reader } from './reader.ts';
import { readAll, readStream } from './reads.ts';
import type { RecentEvents } from './recent-events.ts';
import { encodeRecord } from './record.ts';
import { follow } from './subscription.ts';

export interface SqliteEventLogParts {
  readonly commits: GroupCommit;
  readonly reader: Reader;
  readonly older: LogPages;
  readonly recent: RecentEvents;
  readonly notifier: Notifier;
  readonly watch: Pick<WriteWatch, 'failure'>;
  /** Closes the files and releases the lock for the next process. */
  release(): Promise<void>;
}

const closedMessage = 'The event log is closed';

/** The event log on SQLite: appends go to the writer's thread, reads run on this one. */
export class SqliteEventLog implements EventLog {
  readonly #parts: SqliteEventLogParts;
  #closing: Promise<void> | undefined;
  #closed = false;

  constructor(parts: SqliteEventLogParts) {
    this.#parts = parts;
  }

  /** Not an async function: that would create another promise for each append. */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    try {
      return this.#parts.commits.append(encode(stream, events, expected));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  readStream(stream: string, options: ReadStreamOptions = {}): AsyncIterable<RecordedEvent> {
    const { reader, recent } = this.#parts;
    return readStream(reader, recent.head, stream, options);
  }

  readAll(options: ReadAllOptions = {}): AsyncIterable<RecordedEvent> {
    const { reader, recent } = this.#parts;
    return readAll(reader, recent.head, options);
  }

  subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionBatch> {
    const idAt = (position: number) => this.#parts.reader.idAt(position);
    return follow({ ...this.#parts, idAt, isClosed: () => this.#closed }, options);
  }

  async head(): Promise<bigint | undefined> {
    const { commits, recent } = this.#parts;
    if (commits.refusal !== undefined) throw new EventLogUnavailable(commits.refusal);
    return recent.headPosition;
  }

  writeFailure(): WriteFailure | undefined {
    return this.#parts.watch.failure;
  }

  /** Commits the accepted appends first. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { commits, notifier, release } = this.#parts;
    await commits.drain(closedMessage);
    this.#closed = true;
    notifier.notify();
    await release();
  }
}

/** @throws RangeError, AppendTooLarge, and the errors of JSON.stringify */
function encode(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Append {
  if (events.length === 0) throw new RangeError(`An append to ${stream} needs at least one event`);
  let bytes = 0;
  const withRecords = events.map((event) => {
    const { id, type, data, meta } = event;
    const record = encodeRecord(event);
    bytes += Buffer.byteLength(record) + id.length + type.length + stream.length;
    return { id, type, data, meta, record };
  });
  if (bytes > maxAppendBytes) throw new AppendTooLarge(bytes, maxAppendBytes);
  return { stream, events: withRecords, expected, bytes };
}
