import {
  type EventLog,
  type JsonObject,
  LogBehindCheckpoint,
  matchesFilter,
  type ReadStreamOptions,
  type RecordedEvent,
  type SubscribeOptions,
  type SubscriptionBatch,
} from '../../server/core/event-log.ts';
import { countRevisions } from './revisions.ts';

/**
 * The part of an event log that projections follow, in memory: for tests of the projection runner that need no file.
 * Positions grow by 10, so that no code can rely on consecutive ones.
 */
export class MemoryEventLog implements Pick<EventLog, 'subscribe' | 'readStream' | 'head'> {
  readonly #events: RecordedEvent[] = [];
  readonly #batchSize: number;
  #revisionIn = countRevisions();
  #written = 0;
  #appended = Promise.withResolvers<void>();

  constructor(options: { readonly batchSize?: number } = {}) {
    this.#batchSize = options.batchSize ?? 1_000;
  }

  /** Appends one event and returns its position. @param schema the version of its data */
  append(stream: string, type: string, data: JsonObject = {}, actor = 'cook', schema = 1): bigint {
    const position = BigInt((this.#events.length + 1) * 10);
    // As in any log, an event that is appended again gets a new id.
    const id = `event-${++this.#written}`;
    const at = new Date(1_767_225_600_000 + Number(position)).toISOString();
    const meta = { actor, commandId: id, correlationId: id, at, schema };
    this.#events.push({ id, stream, type, data, meta, revision: this.#revisionIn(stream), position });
    const { resolve } = this.#appended;
    this.#appended = Promise.withResolvers();
    resolve();
    return position;
  }

  /** Simulates the restore of an older backup. */
  truncate(length: number): void {
    this.#events.length = length;
    this.#revisionIn = countRevisions();
    for (const { stream } of this.#events) this.#revisionIn(stream);
  }

  async head(): Promise<bigint | undefined> {
    return this.#events.at(-1)?.position;
  }

  async *readStream(stream: string, { from = 0n }: ReadStreamOptions = {}): AsyncIterable<RecordedEvent> {
    yield* this.#events.filter((event) => event.stream === stream && event.revision >= from);
  }

  async *subscribe({ after = 0n, afterId, filter = {}, signal }: SubscribeOptions): AsyncIterable<SubscriptionBatch> {
    const head = this.#events.at(-1)?.position ?? 0n;
    const isOtherLog = afterId !== undefined && this.#events[Number(after / 10n) - 1]?.id !== afterId;
    if (after > head || isOtherLog) throw new LogBehindCheckpoint(after, head);
    const aborted = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    let next = Number(after / 10n);
    let isCaughtUp = false;
    while (!signal.aborted) {
      if (next >= this.#events.length && isCaughtUp) {
        await Promise.race([this.#appended.promise, aborted]);
        isCaughtUp = false;
        continue;
      }
      const batch = this.#events.slice(next, next + this.#batchSize);
      next += batch.length;
      isCaughtUp = next >= this.#events.length;
      yield {
        events: batch.filter((event) => matchesFilter(filter, event.type)),
        position: batch.at(-1)?.position ?? after,
        positionId: batch.at(-1)?.id,
        caughtUp: isCaughtUp,
      };
    }
  }
}
