import {
  type EventLog,
  matchesFilter,
  type RecordedEvent,
  type SubscribeOptions,
  type SubscriptionBatch,
} from '../../../server/core/event-log.ts';
import type { StreamEvent } from '../replay/sample-history.ts';

const eventsPerBatch = 1_000;

/** A log of any length whose events are generated while they are read, and not stored. */
export class GeneratedLog implements Pick<EventLog, 'head' | 'subscribe'> {
  readonly #eventAt: (n: number) => StreamEvent;
  readonly #length: number;

  constructor(eventAt: (n: number) => StreamEvent, length: number) {
    this.#eventAt = eventAt;
    this.#length = length;
  }

  async head(): Promise<bigint> {
    return BigInt(this.#length);
  }

  async *subscribe({ filter = {}, signal }: SubscribeOptions): AsyncIterable<SubscriptionBatch> {
    for (let first = 0; first < this.#length; first += eventsPerBatch) {
      const last = Math.min(first + eventsPerBatch, this.#length);
      const events = Array.from({ length: last - first }, (_, i) => this.#recorded(first + i));
      const matching = events.filter((event) => matchesFilter(filter, event.type));
      yield { events: matching, position: BigInt(last), caughtUp: last === this.#length };
    }
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }

  #recorded(n: number): RecordedEvent {
    const { stream, event } = this.#eventAt(n);
    return { ...event, stream, revision: 0n, position: BigInt(n + 1) };
  }
}
