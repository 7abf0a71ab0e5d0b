import type { RecordedEvent } from '../../core/event-log.ts';

/** Up to where the log was read. Position 0 is its start. */
export interface LogPlace {
  readonly position: bigint;
  /** Id of the event at the position, if known. */
  readonly positionId: string | undefined;
}

export interface WindowLimits {
  readonly maxEvents: number;
  /** In the log, whose positions are byte offsets. */
  readonly maxBytes: number;
}

/** A full window is trimmed to this share of its limits, so that not every event costs a trim. */
const trimmedShare = 0.75;

/** The newest events of a subscription, numbered from 0 in the order of their arrival. */
export class EventWindow {
  readonly #limits: WindowLimits;
  #events: RecordedEvent[] = [];
  /** Number of the first event that is kept. */
  #first = 0;
  #start: LogPlace;
  #end: LogPlace;

  constructor(start: LogPlace, limits: WindowLimits) {
    this.#limits = limits;
    this.#start = start;
    this.#end = start;
  }

  /** The place before the first event that is kept. */
  get start(): LogPlace {
    return this.#start;
  }

  get end(): LogPlace {
    return this.#end;
  }

  /** Number of the next event that arrives. */
  get next(): number {
    return this.#first + this.#events.length;
  }

  get isFull(): boolean {
    return this.#exceeds(0, 1);
  }

  push(events: readonly RecordedEvent[], end: LogPlace): void {
    for (const event of events) this.#events.push(event);
    this.#end = end;
  }

  /** Events from a number on, `max` at most. */
  from(number: number, max: number): RecordedEvent[] {
    return this.#events.slice(number - this.#first, number - this.#first + max);
  }

  includes(position: bigint): boolean {
    return position >= this.#start.position && position <= this.#end.position;
  }

  /** The place at exactly this position, if an event that is kept is there, or the window starts or ends there. */
  placeAt(position: bigint): LogPlace | undefined {
    if (position === this.#start.position) return this.#start;
    if (position === this.#end.position) return this.#end;
    const event = this.#events[this.#indexAfter(position) - 1];
    return event?.position === position ? { position, positionId: event.id } : undefined;
  }

  /** Number of the first event after a position in the window. */
  numberAfter(position: bigint): number {
    return this.#first + this.#indexAfter(position);
  }

  /** If the window is full, drops events before a number. */
  trim(before: number): void {
    if (!this.isFull) return;
    const most = before - this.#first;
    let count = 0;
    while (count < most && this.#exceeds(count, trimmedShare)) count += 1;
    const last = this.#events.splice(0, count).at(-1);
    if (last === undefined) return;
    this.#first += count;
    this.#start = { position: last.position, positionId: last.id };
  }

  /** Whether the events from an index on are as many as a share of the limits. */
  #exceeds(index: number, share: number): boolean {
    const first = this.#events[index];
    if (first === undefined) return false;
    const { maxEvents, maxBytes } = this.#limits;
    const bytes = Number(this.#end.position - first.position);
    return this.#events.length - index >= maxEvents * share || bytes >= maxBytes * share;
  }

  #indexAfter(position: bigint): number {
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const event = this.#events[middle];
      if (event !== undefined && event.position <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
