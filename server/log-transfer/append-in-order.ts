import type { AppendResult, EventLog, RecordedEvent } from '../core/event-log.ts';
import type { LogKind } from './log-lines.ts';

export interface Target {
  readonly log: EventLog;
  readonly kind: LogKind;
}

/** Events of one append. One that is larger than `maxBytes` by itself is appended alone. */
const append = { maxEvents: 500, maxBytes: 256 * 1024 } as const;

/**
 * Events that are appended at the same time. The embedded log commits all appends of one turn of the event loop in one
 * transaction while they are fewer than 1,024 events and 4 MiB. EventStoreDB promises no order for appends in flight
 * together, so each one waits for the one before.
 */
const window = {
  sqlite: { maxAppends: 1_000, maxEvents: 1_000, maxBytes: 2 * 1024 * 1024 },
  eventstoredb: { maxAppends: 1, maxEvents: append.maxEvents, maxBytes: append.maxBytes },
} as const;

interface Batch {
  readonly stream: string;
  readonly events: RecordedEvent[];
  bytes: number;
}

/**
 * Appends recorded events to another log in their order, with their ids and revisions. A failure leaves the first events
 * of those that were added, and none after a gap.
 */
export class OrderedAppends {
  readonly #target: Target;
  #batches: Batch[] = [];
  #events = 0;
  #bytes = 0;

  constructor(target: Target) {
    this.#target = target;
  }

  /** @param bytes an upper bound for its size in the log */
  async add(event: RecordedEvent, bytes: number): Promise<void> {
    const { maxAppends, maxEvents, maxBytes } = window[this.#target.kind];
    const joins = this.#joinsLast(event, bytes);
    const isFull = this.#events >= maxEvents || this.#bytes + bytes > maxBytes;
    if (this.#events > 0 && (isFull || (!joins && this.#batches.length >= maxAppends))) await this.flush();
    const last = this.#batches.at(-1);
    if (last !== undefined && joins) {
      last.events.push(event);
      last.bytes += bytes;
    } else {
      this.#batches.push({ stream: event.stream, events: [event], bytes });
    }
    this.#events += 1;
    this.#bytes += bytes;
  }

  /** Resolves when everything that was added is durable. @throws Error in one line */
  async flush(): Promise<void> {
    const batches = this.#batches;
    this.#batches = [];
    this.#events = 0;
    this.#bytes = 0;
    // After a failure, none is in flight any more.
    const outcomes = await Promise.allSettled(batches.map((batch) => this.#append(batch)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  #joinsLast({ stream }: RecordedEvent, bytes: number): boolean {
    const last = this.#batches.at(-1);
    return last?.stream === stream && last.events.length < append.maxEvents && last.bytes + bytes <= append.maxBytes;
  }

  async #append({ stream, events }: Batch): Promise<void> {
    const first = events[0]?.revision ?? 0n;
    const newEvents = events.map(({ id, type, data, meta }) => ({ id, type, data, meta }));
    const expected = first === 0n ? 'no_stream' : first - 1n;
    const { revision }: AppendResult = await this.#target.log.append(stream, newEvents, expected);
    // A stream that was deleted in EventStoreDB continues with the revision after its last one.
    if (revision !== events.at(-1)?.revision) {
      throw new Error(`The log has deleted events of ${stream}: choose a log that never had this stream`);
    }
  }
}
