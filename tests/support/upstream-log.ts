import { LogBehindCheckpoint, type RecordedEvent } from '../../server/core/event-log.ts';
import { WakeUp } from '../../server/core/timing/wake-up.ts';
import type { LogPlace } from '../../server/event-log/eventstoredb/event-window.ts';
import type { ArrivedBatch } from '../../server/event-log/eventstoredb/subscription-batches.ts';

const meta = { actor: 'mia', commandId: 'c', correlationId: 'r', at: '2026-11-18T17:30:00.000Z', schema: 1 };
/** Each takes this much of the log, whose positions are byte offsets. */
export const eventBytes = 10;
const maxBatch = 30;

/** Of the events from one number to another. */
export const positions = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, n) => eventBytes * (first + n));

/** The events of a server, and the subscriptions that are open there. */
export class UpstreamLog {
  readonly events: RecordedEvent[] = [];
  open = 0;
  opened = 0;
  /** Events that were delivered, by all subscriptions together. */
  delivered = 0;
  /** Position of the last event that any of them has delivered. */
  furthest = 0;
  /** Fails all subscriptions, and the next ones, while it is set. */
  failure: Error | undefined;
  #interruptions = 0;
  readonly #listeners = new Set<() => void>();

  /** @param isDelayed the subscriptions get the events only after `notify` */
  append(count: number, { isDelayed = false } = {}): void {
    for (let n = 0; n < count; n++) {
      const number = this.events.length + 1;
      const type = number % 3 === 0 ? 'PostLiked' : 'PostUnliked';
      const position = BigInt(eventBytes * number);
      this.events.push({ position, revision: BigInt(n), stream: 'post-1', id: `id-${position}`, type, data: {}, meta });
    }
    if (!isDelayed) this.notify();
  }

  /** Cuts the connections of all subscriptions, which are restored. */
  interrupt(): void {
    this.#interruptions += 1;
    this.notify();
  }

  notify(): void {
    for (const listener of this.#listeners) listener();
  }

  readonly head = async (): Promise<bigint | undefined> => this.events.at(-1)?.position;

  readonly upstream = async function* (
    this: UpstreamLog,
    { position, positionId }: LogPlace,
    signal: AbortSignal,
    onInterruption: () => void,
  ): AsyncGenerator<ArrivedBatch, void> {
    const wakeUp = new WakeUp(signal);
    this.#listeners.add(wakeUp.notify);
    this.open += 1;
    this.opened += 1;
    try {
      let next = Number(position) / eventBytes;
      const before = this.events[next - 1];
      if (next > this.events.length || (positionId !== undefined && before?.id !== positionId)) {
        throw new LogBehindCheckpoint(position, await this.head());
      }
      let interruptions = this.#interruptions;
      let isReported = false;
      while (!signal.aborted) {
        if (this.failure) throw this.failure;
        if (interruptions < this.#interruptions) {
          interruptions = this.#interruptions;
          isReported = false;
          onInterruption();
        }
        const events = this.events.slice(next, next + maxBatch);
        if (events.length === 0 && isReported) {
          await wakeUp.wait();
          continue;
        }
        next += events.length;
        this.delivered += events.length;
        this.furthest = Math.max(this.furthest, eventBytes * next);
        isReported = next === this.events.length;
        const end = { position: BigInt(eventBytes * next), positionId: this.events[next - 1]?.id };
        yield { events, ...end, caughtUp: isReported };
      }
    } finally {
      this.open -= 1;
      wakeUp.close();
      this.#listeners.delete(wakeUp.notify);
    }
  }.bind(this);
}
