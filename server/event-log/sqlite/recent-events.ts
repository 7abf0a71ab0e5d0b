import type { RecordedEvent } from '../../core/event-log.ts';

const maxEvents = 2048;
const maxBytes = 8 * 1024 * 1024;

interface Chunk {
  /** Position of the first event. */
  readonly first: number;
  readonly events: readonly RecordedEvent[];
  readonly bytes: number;
}

/**
 * The newest events that this process has committed, so that subscriptions need not read them back from the file.
 * Bounded: a subscription further behind reads from the file.
 */
export class RecentEvents {
  readonly #chunks: Chunk[] = [];
  #count = 0;
  #bytes = 0;
  #head: number;

  constructor(head: number) {
    this.#head = head;
  }

  /** Position of the last committed event, 0 in an empty log. */
  get head(): number {
    return this.#head;
  }

  get headPosition(): bigint | undefined {
    return this.#head === 0 ? undefined : BigInt(this.#head);
  }

  /** Adds the events committed after the head. `bytes`: their approximate size. */
  push(events: readonly RecordedEvent[], bytes: number): void {
    this.#chunks.push({ first: this.#head + 1, events, bytes });
    this.#head += events.length;
    this.#count += events.length;
    this.#bytes += bytes;
    while (this.#count > maxEvents || this.#bytes > maxBytes) {
      const oldest = this.#chunks.shift();
      if (oldest === undefined) return;
      this.#count -= oldest.events.length;
      this.#bytes -= oldest.bytes;
    }
  }

  /** All events after `position`; undefined when some of them are no longer kept. */
  after(position: number): RecordedEvent[] | undefined {
    if (position < this.#head - this.#count) return undefined;
    let next = this.#chunks.length;
    while (next > 0 && (this.#chunks[next - 1]?.first ?? 0) > position) next -= 1;
    const partial = this.#chunks[next - 1];
    const events = partial === undefined ? [] : partial.events.slice(position + 1 - partial.first);
    for (; next < this.#chunks.length; next++) events.push(...(this.#chunks[next]?.events ?? []));
    return events;
  }
}
