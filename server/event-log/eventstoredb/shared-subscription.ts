import type { SubscriptionBatch } from '../../core/event-log.ts';
import { WakeUp } from '../../core/timing/wake-up.ts';
import { EventWindow, type LogPlace, type WindowLimits } from './event-window.ts';
import type { Source, Subscriber } from './subscriber.ts';
import type { ArrivedBatch } from './subscription-batches.ts';

/** All events after a place, until `signal` aborts. Calls `onInterruption` when it lost its connection and tries again. */
export type Upstream = (
  start: LogPlace,
  signal: AbortSignal,
  onInterruption: () => void,
) => AsyncIterable<ArrivedBatch>;

export interface SharedSubscriptionOptions {
  readonly upstream: Upstream;
  readonly limits: WindowLimits;
  /** Called when its subscribers may have more to take. */
  readonly onChange: () => void;
  /** Ends it. */
  readonly closed: AbortSignal;
}

/** Events of one batch at most. */
const maxBatch = 500;
/**
 * A subscriber is left behind once others have waited for it in this many intervals, less the batches that it took
 * meanwhile: after a second without any, or with one now and then.
 */
const lagTolerance = { intervalMs: 250, intervals: 4 } as const;

interface Reader {
  /** Number of the event that it takes next. */
  next: number;
  /** Of the upstream batches, how many it knows of. */
  batches: number;
  /** Intervals in which others have waited for it, less the batches that it took since. */
  delays: number;
}

/**
 * One subscription of the server with all who read it, each at its own pace. It receives no more than its window holds
 * beyond the slowest of them, as long as nobody waits for that one; otherwise the slowest is left behind. Ends with its last
 * subscriber.
 */
export class SharedSubscription implements Source {
  readonly openedAt = performance.now();
  readonly #options: SharedSubscriptionOptions;
  readonly #window: EventWindow;
  readonly #readers = new Map<Subscriber, Reader>();
  readonly #stop = new AbortController();
  readonly #taken: WakeUp;
  #batches = 0;
  #isCaughtUp = false;
  #hasEnded = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(start: LogPlace, options: SharedSubscriptionOptions) {
    this.#options = options;
    this.#window = new EventWindow(start, options.limits);
    const signal = AbortSignal.any([this.#stop.signal, options.closed]);
    this.#taken = new WakeUp(signal);
    void this.#receive(signal);
  }

  /** How many read it. */
  get size(): number {
    return this.#readers.size;
  }

  /** Nothing more arrives. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get isCaughtUp(): boolean {
    return this.#isCaughtUp;
  }

  /** Whether the server has confirmed the start, and sent something. */
  get hasReceived(): boolean {
    return this.#batches > 0;
  }

  get end(): LogPlace {
    return this.#window.end;
  }

  has(subscriber: Subscriber): boolean {
    return this.#readers.has(subscriber);
  }

  /**
   * Whether it has everything after a subscriber's place. A place from which nothing was received yet must be known here:
   * otherwise only the server can tell whether it is in the log.
   */
  covers(subscriber: Subscriber): boolean {
    if (this.#readers.has(subscriber)) return true;
    const { position, positionId } = subscriber.place;
    if (!this.#window.includes(position)) return false;
    const known = this.#window.placeAt(position);
    if (subscriber.hasReceived) return known === undefined || subscriber.agreesWith(known);
    if (known === undefined) return false;
    if (!this.hasReceived) return positionId === known.positionId;
    return positionId === undefined || (known.positionId !== undefined && subscriber.agreesWith(known));
  }

  join(subscriber: Subscriber): void {
    const next = this.#window.numberAfter(subscriber.place.position);
    this.#readers.set(subscriber, { next, batches: this.#batches, delays: 0 });
  }

  leave(subscriber: Subscriber): void {
    this.#readers.delete(subscriber);
    if (this.#readers.size === 0) this.close();
    this.#taken.notify();
  }

  /** Its subscribers must read something else. */
  close(): void {
    this.#hasEnded = true;
    this.#readers.clear();
    this.#stop.abort();
    this.#options.onChange();
  }

  /**
   * What a subscriber has not had yet; undefined while that is nothing.
   * @throws what ended the subscription, after everything that was received before
   */
  take(subscriber: Subscriber): SubscriptionBatch | undefined {
    const reader = this.#readers.get(subscriber);
    if (reader === undefined) return undefined;
    const events = this.#window.from(reader.next, maxBatch);
    reader.next += events.length;
    const isAtEnd = reader.next === this.#window.next;
    const last = events.at(-1);
    const end = isAtEnd || last === undefined ? this.#window.end : { position: last.position, positionId: last.id };
    const caughtUp = isAtEnd && this.#isCaughtUp && subscriber.canCatchUpAt(end.position);
    reader.delays = isAtEnd ? 0 : Math.max(0, reader.delays - 1);
    const isMoved = end.position !== subscriber.place.position;
    const isNew = isMoved || reader.batches < this.#batches || (caughtUp && !subscriber.isCaughtUp);
    if (isAtEnd) reader.batches = this.#batches;
    if (!isNew) {
      if (this.#failure !== undefined) throw this.#failure.error;
      return undefined;
    }
    this.#taken.notify();
    return subscriber.receive(events, end, caughtUp);
  }

  async #receive(signal: AbortSignal): Promise<void> {
    const { upstream, onChange } = this.#options;
    const onInterruption = () => {
      this.#isCaughtUp = false;
    };
    try {
      for await (const { events, position, positionId, caughtUp } of upstream(this.end, signal, onInterruption)) {
        this.#window.push(events, { position, positionId });
        this.#isCaughtUp = caughtUp;
        this.#batches += 1;
        onChange();
        await this.#waitForRoom(signal);
      }
      this.#readers.clear();
    } catch (error) {
      this.#failure = { error };
    }
    this.#hasEnded = true;
    this.#taken.close();
    onChange();
  }

  async #waitForRoom(signal: AbortSignal): Promise<void> {
    for (;;) {
      this.#window.trim(this.#slowest);
      if (!this.#window.isFull || signal.aborted) return;
      if (!(await this.#taken.wait(lagTolerance.intervalMs))) this.#leaveBehind();
    }
  }

  get #slowest(): number {
    let slowest = this.#window.next;
    for (const { next } of this.#readers.values()) if (next < slowest) slowest = next;
    return slowest;
  }

  /** Counts the delay that those cause who are not at the end, and drops who has caused too many. */
  #leaveBehind(): void {
    if (![...this.#readers.keys()].some(({ isWaiting }) => isWaiting)) return;
    for (const [subscriber, reader] of this.#readers) {
      if (reader.next === this.#window.next) continue;
      reader.delays += 1;
      if (reader.delays >= lagTolerance.intervals) this.#readers.delete(subscriber);
    }
  }
}
