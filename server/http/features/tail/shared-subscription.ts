import {
  type EventLog,
  matchesFilter,
  type RecordedEvent,
  type SubscribeOptions,
  type SubscriptionBatch,
} from '../../../core/event-log.ts';
import { WakeUp } from '../../../core/timing/wake-up.ts';

type SharedLog = Pick<EventLog, 'head' | 'readAll' | 'subscribe'>;

/** Events that are kept for subscribers which have not taken them yet. */
const maxRecent = 1_000;
const pageSize = 500;

/**
 * Many subscribers over one subscription of a log, which lasts as long as there are any: EventStoreDB allows only few of them
 * in a process, and the projections and the event search need theirs. A subscriber that is behind what this keeps reads the
 * log in pages until it is not.
 */
export class SharedSubscription implements Pick<EventLog, 'subscribe'> {
  readonly #log: SharedLog;
  readonly #subscribers = new Set<symbol>();
  #live: Live | undefined;

  constructor(log: SharedLog) {
    this.#log = log;
  }

  /** As that of a log, except that a lost connection may end it. @throws EventLogUnavailable, LogBehindCheckpoint */
  async *subscribe({ after, filter = {}, signal }: SubscribeOptions): AsyncGenerator<SubscriptionBatch, void> {
    const subscriber = Symbol();
    this.#subscribers.add(subscriber);
    const wakeUp = new WakeUp(signal);
    const live = this.#follow();
    live.listeners.add(wakeUp.notify);
    const only = (events: readonly RecordedEvent[]) => events.filter(({ type }) => matchesFilter(filter, type));
    let position = after ?? 0n;
    let isReported = false;
    try {
      await live.started;
      while (!signal.aborted && !live.isEnded) {
        const events = live.after(position);
        if (!events) {
          // The read has what the log had when it began.
          const upTo = live.position;
          for await (const page of pagesAfter(this.#log, position)) {
            if (signal.aborted) return;
            position = page.at(-1)?.position ?? position;
            yield { events: only(page), position, caughtUp: false };
          }
          if (position < upTo) position = upTo;
        } else if (live.position > position || (live.position === position && !isReported)) {
          isReported = true;
          position = live.position;
          yield { events: only(events), position, caughtUp: live.caughtUp };
        } else await wakeUp.wait();
      }
      live.throwIfFailed();
    } finally {
      wakeUp.close();
      live.listeners.delete(wakeUp.notify);
      this.#subscribers.delete(subscriber);
      if (this.#subscribers.size === 0) this.#end();
    }
  }

  #follow(): Live {
    if (this.#live?.isEnded) this.#end();
    this.#live ??= new Live(this.#log);
    return this.#live;
  }

  #end(): void {
    this.#live?.close();
    this.#live = undefined;
  }
}

/** The end of the log, as it grows. */
class Live {
  readonly listeners = new Set<() => void>();
  /** Resolves when `position` is known, or it has failed. */
  readonly started: Promise<void>;
  readonly #log: SharedLog;
  readonly #stop = new AbortController();
  #recent: RecordedEvent[] = [];
  /** All events after this position are recent. */
  #from = 0n;
  #failure: { readonly error: unknown } | undefined;
  position = 0n;
  caughtUp = true;
  isEnded = false;

  constructor(log: SharedLog) {
    this.#log = log;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.started = promise;
    this.#follow(resolve)
      .catch((error: unknown) => {
        this.#failure = { error };
      })
      .finally(() => {
        this.isEnded = true;
        resolve();
        this.#notify();
      });
  }

  /** The events after a position, oldest first; undefined if some of them are no longer kept. */
  after(position: bigint): RecordedEvent[] | undefined {
    if (position < this.#from) return undefined;
    // Most subscribers have all but the last ones.
    const last = this.#recent.findLastIndex((event) => event.position <= position);
    return this.#recent.slice(last + 1);
  }

  /** @throws what has ended it */
  throwIfFailed(): void {
    if (this.#failure) throw this.#failure.error;
  }

  close(): void {
    this.#stop.abort();
  }

  async #follow(started: () => void): Promise<void> {
    const head = await this.#log.head();
    this.position = head ?? 0n;
    this.#from = this.position;
    started();
    const { signal } = this.#stop;
    for await (const batch of this.#log.subscribe({ signal, ...(head !== undefined && { after: head }) })) {
      this.#keep(batch.events);
      this.position = batch.position;
      this.caughtUp = batch.caughtUp;
      this.#notify();
    }
  }

  #keep(events: readonly RecordedEvent[]): void {
    this.#recent.push(...events);
    const [newestDropped] = this.#recent.splice(0, this.#recent.length - maxRecent).slice(-1);
    if (newestDropped) this.#from = newestDropped.position;
  }

  #notify(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Up to the end of the log at the time of the call. No call of the log is open while the consumer has a page. */
async function* pagesAfter(log: SharedLog, position: bigint): AsyncGenerator<RecordedEvent[], void> {
  let page: RecordedEvent[] = [];
  for await (const event of log.readAll(position === 0n ? {} : { after: position })) {
    page.push(event);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
