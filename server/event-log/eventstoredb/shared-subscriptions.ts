import type { EventLog, SubscribeOptions, SubscriptionBatch } from '../../core/event-log.ts';
import { pause } from '../../core/timing/pause.ts';
import { WakeUp } from '../../core/timing/wake-up.ts';
import type { WindowLimits } from './event-window.ts';
import { slots } from './session.ts';
import { SharedSubscription, type Upstream } from './shared-subscription.ts';
import { Subscriber } from './subscriber.ts';

export interface SharedSubscriptionsOptions {
  readonly upstream: Upstream;
  /** Position of the last event. */
  readonly head: () => Promise<bigint | undefined>;
  readonly closed: AbortSignal;
  readonly limits?: Partial<SharingLimits>;
}

export interface SharingLimits extends WindowLimits {
  /** Subscriptions of the server at a time. */
  readonly maxOpen: number;
  /** How long one that is behind is open at least, when others wait to be opened. */
  readonly turnMs: number;
}

const defaultLimits: SharingLimits = {
  maxEvents: 8_192,
  maxBytes: 16 * 1024 * 1024,
  maxOpen: slots.subscriptions,
  turnMs: 250,
};

/** Between attempts to open a subscription, or to read the end of the log. */
const retryMs = 100;

/**
 * All subscribers of a log in this process. Those that are at the same place share a subscription of the server, and so each
 * event is received and decoded once. A subscriber that is elsewhere gets a subscription of its own, until its place is in the
 * window of an older one. When too many are open, the smallest that is behind ends after its turn, and its subscribers queue
 * for another.
 */
export class SharedSubscriptions implements Pick<EventLog, 'subscribe'> {
  readonly #options: SharedSubscriptionsOptions;
  readonly #limits: SharingLimits;
  /** Oldest first. */
  #open: SharedSubscription[] = [];
  /** Who waits for a subscription to be opened, in order of arrival. */
  readonly #queue = new Set<Subscriber>();
  readonly #listeners = new Set<() => void>();

  constructor(options: SharedSubscriptionsOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
  }

  /** See `EventLog`. @throws EventLogUnavailable, LogBehindCheckpoint */
  async *subscribe({
    after = 0n,
    afterId,
    filter = {},
    signal,
  }: SubscribeOptions): AsyncGenerator<SubscriptionBatch, void, undefined> {
    const ended = AbortSignal.any([signal, this.#options.closed]);
    const wakeUp = new WakeUp(ended);
    const subscriber = new Subscriber({ position: after, positionId: after === 0n ? undefined : afterId }, filter);
    this.#listeners.add(wakeUp.notify);
    try {
      while (!ended.aborted) {
        this.#connect(subscriber, ended);
        const batch = subscriber.source?.take(subscriber);
        if (batch !== undefined) {
          yield batch;
          continue;
        }
        subscriber.isWaiting = subscriber.source !== undefined;
        await wakeUp.wait(subscriber.source === undefined ? retryMs : undefined);
        subscriber.isWaiting = false;
      }
    } finally {
      wakeUp.close();
      this.#listeners.delete(wakeUp.notify);
      this.#queue.delete(subscriber);
      subscriber.source?.leave(subscriber);
    }
  }

  /** Gives a subscriber the oldest subscription that covers its place, else a new one, when it is its turn. */
  #connect(subscriber: Subscriber, ended: AbortSignal): void {
    const source = this.#open.find((one) => one.covers(subscriber));
    if (source !== undefined) {
      // Its own one may have left it behind.
      if (source.has(subscriber)) return;
      this.#move(subscriber, source);
      if (!subscriber.hasCaughtUp && subscriber.endSinceStart === undefined) void this.#findEnd(subscriber, ended);
    } else if (!subscriber.source?.has(subscriber)) {
      this.#move(subscriber, this.#isSoonCovered(subscriber) ? undefined : this.#openFor(subscriber));
    }
  }

  #move(subscriber: Subscriber, source: SharedSubscription | undefined): void {
    const before = subscriber.source;
    subscriber.source = source;
    // It would keep the events of one that has ended.
    if (source !== subscriber.opened) subscriber.opened = undefined;
    source?.join(subscriber);
    if (source !== undefined) this.#queue.delete(subscriber);
    if (before !== source) before?.leave(subscriber);
  }

  /** An event that was just recorded may be on its way. */
  #isSoonCovered({ place, startedAt }: Subscriber): boolean {
    const isAhead = this.#open.some(({ isCaughtUp, end }) => isCaughtUp && end.position < place.position);
    return isAhead && performance.now() - startedAt < retryMs;
  }

  #openFor(subscriber: Subscriber): SharedSubscription | undefined {
    this.#queue.add(subscriber);
    const [first] = this.#queue;
    if (first !== subscriber || (this.#open.length >= this.#limits.maxOpen && !this.#endOne())) return undefined;
    const { upstream, closed } = this.#options;
    const opened = new SharedSubscription(subscriber.place, {
      ...{ upstream, closed, limits: this.#limits },
      onChange: () => this.#changed(),
    });
    this.#open.push(opened);
    subscriber.opened = opened;
    return opened;
  }

  /** Ends the subscription that most can do without. Returns false when none has had its turn. */
  #endOne(): boolean {
    const { turnMs } = this.#limits;
    const now = performance.now();
    const [smallest] = this.#open
      .filter((one) => !one.isCaughtUp && one.hasReceived && now - one.openedAt >= turnMs)
      .sort((one, other) => one.size - other.size);
    smallest?.close();
    return smallest !== undefined;
  }

  #changed(): void {
    this.#open = this.#open.filter(({ hasEnded }) => !hasEnded);
    this.#notify();
  }

  async #findEnd(subscriber: Subscriber, ended: AbortSignal): Promise<void> {
    subscriber.endSinceStart = 'pending';
    while (!ended.aborted && subscriber.endSinceStart === 'pending') {
      try {
        subscriber.endSinceStart = (await this.#options.head()) ?? 0n;
        this.#notify();
      } catch {
        await pause(retryMs, ended);
      }
    }
  }

  #notify(): void {
    for (const notify of this.#listeners) notify();
  }
}
