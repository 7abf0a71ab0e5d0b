import type { EventFilter, RecordedEvent, SubscriptionBatch } from '../../core/event-log.ts';
import type { LogPlace } from './event-window.ts';
import { sameId } from './events.ts';

/** What a subscriber receives from. */
export interface Source {
  has(subscriber: Subscriber): boolean;
  /** Undefined while there is nothing new. */
  take(subscriber: Subscriber): SubscriptionBatch | undefined;
  leave(subscriber: Subscriber): void;
}

/** One consumer of the log: its place, and what it wants. */
export class Subscriber {
  readonly startedAt = performance.now();
  readonly #types: ReadonlySet<string> | undefined;
  #place: LogPlace;
  #hasReceived = false;
  #hasCaughtUp = false;
  #isCaughtUp = false;
  source: Source | undefined;
  /** It has everything that its source has, and waits for more. */
  isWaiting = false;
  /** Its source, if that was opened for it. */
  opened: Source | undefined;
  /** The end of the log when asked for after this subscriber began; `pending` until the server answers. */
  endSinceStart: bigint | 'pending' | undefined;

  constructor(start: LogPlace, { types }: EventFilter) {
    this.#place = start;
    this.#types = types && new Set(types);
  }

  get place(): LogPlace {
    return this.#place;
  }

  /** Whether the server has confirmed that its place is in the log. */
  get hasReceived(): boolean {
    return this.#hasReceived;
  }

  get hasCaughtUp(): boolean {
    return this.#hasCaughtUp;
  }

  /** What it reported last. */
  get isCaughtUp(): boolean {
    return this.#isCaughtUp;
  }

  /**
   * Whether it has caught up at a position where its source has. The source may be older than this subscriber: what was
   * recorded in between may still be on its way.
   */
  canCatchUpAt(position: bigint): boolean {
    if (this.#hasCaughtUp || this.opened === this.source) return true;
    return typeof this.endSinceStart === 'bigint' && position >= this.endSinceStart;
  }

  /** Whether the event at its place can be the one of a place at the same position. */
  agreesWith({ positionId }: LogPlace): boolean {
    const own = this.#place.positionId;
    return own === undefined || positionId === undefined || sameId(own, positionId);
  }

  receive(events: readonly RecordedEvent[], end: LogPlace, caughtUp: boolean): SubscriptionBatch {
    this.#place = end;
    this.#hasReceived = true;
    this.#isCaughtUp = caughtUp;
    if (caughtUp) this.#hasCaughtUp = true;
    const types = this.#types;
    return { events: types ? events.filter(({ type }) => types.has(type)) : events, ...end, caughtUp };
  }
}
