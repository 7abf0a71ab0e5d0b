import {
  type EventLog,
  matchesFilter,
  type RecordedEvent,
  type SubscribeOptions,
  type SubscriptionBatch,
} from '../../../server/core/event-log.ts';
import type { StreamEvent } from '../replay/sample-history.ts';

const eventsPerBatch = 1_000;

/**
 * A log of any length whose events are generated while they are read, and not stored. All are of one type, so that a
 * subscription that does not select it generates none: most projections of an application do not.
 */
export class GeneratedLog implements Pick<EventLog, 'head' | 'subscribe'> {
  readonly #eventAt: (n: number) => StreamEvent;
  readonly #length: number;
  readonly #type: string;

  constructor(eventAt: (n: number) => StreamEvent, length: number) {
    this.#eventAt = eventAt;
    this.#length = length;
    this.#type = eventAt(0).event.type;
  }

  async head(): Promise<bigint> {
    return BigInt(this.#length);
  }

  async *subscribe({ after = 0n, filter = {}, signal }: SubscribeOptions): AsyncIterable<SubscriptionBatch> {
    const isSelected = matchesFilter(filter, this.#type);
    const size = isSelected ? eventsPerBatch : this.#length;
    let first = Number(after);
    // The first batch is yielded even if empty, as every log does.
    do {
      const last = Math.min(first + size, this.#length);
      const count = isSelected ? last - first : 0;
      const events = Array.from({ length: count }, (_, i) => this.#recorded(first + i));
      yield { events, position: BigInt(last), caughtUp: last === this.#length };
      first = last;
    } while (first < this.#length && !signal.aborted);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }

  #recorded(n: number): RecordedEvent {
    const { stream, event } = this.#eventAt(n);
    return { ...event, stream, revision: 0n, position: BigInt(n + 1) };
  }
}
