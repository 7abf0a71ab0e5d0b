import { EventStoreDBClient } from '@eventstore/db-client';
import { EventLogUnavailable } from '../../core/event-log.ts';
import { TimedOut, withTimeout } from '../../core/timing/with-timeout.ts';
import { CallSlots } from './call-slots.ts';
import { type Connection, parseConnectionString } from './connection-string.ts';

/** All in ms. */
export interface Timing {
  /** One call to the server. */
  readonly callMs: number;
  /** Determining the outcome of an append whose response was lost. */
  readonly settleMs: number;
  /** The first response, at the start. */
  readonly openMs: number;
  /** Appends in flight when the log is closed, then the client's own shutdown. */
  readonly closeMs: number;
  /** The pauses between attempts to resume a subscription. An attempt costs little, and what waits for it should follow soon. */
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
  /** After which an interrupted subscription fails. */
  readonly giveUpMs: number;
}

const defaultTiming: Timing = {
  callMs: 5_000,
  settleMs: 5_000,
  openMs: 5_000,
  closeMs: 4_000,
  firstPauseMs: 100,
  maxPauseMs: 750,
  giveUpMs: Number.POSITIVE_INFINITY,
};

/** Their sum is below the server's limit of 100 calls per connection. */
export const slots = { appends: 48, reads: 20, subscriptions: 16 } as const;
const maxWaiting = 10_000;

/** Shared by appends, reads and subscriptions: the client, the limits of concurrent calls, and closing. */
export class Session {
  readonly connection: Connection;
  readonly client: EventStoreDBClient;
  readonly timing: Timing;
  readonly appends: CallSlots;
  readonly reads: CallSlots;
  readonly subscriptions: CallSlots;
  readonly #closing = new AbortController();
  readonly #disposing = new AbortController();
  #isSilent = false;
  #back = new AbortController();
  readonly #appendsInFlight = new Set<Promise<unknown>>();

  /** Connects at the first call. @throws Error with a one-line remedy */
  constructor(connectionString: string, timing: Partial<Timing> = {}) {
    this.connection = parseConnectionString(connectionString);
    this.client = clientFor(connectionString);
    this.timing = { ...defaultTiming, ...timing };
    const { callMs } = this.timing;
    this.appends = new CallSlots(slots.appends, maxWaiting, callMs);
    this.reads = new CallSlots(slots.reads, maxWaiting, callMs);
    this.subscriptions = new CallSlots(slots.subscriptions, maxWaiting, callMs);
  }

  /** Aborts when the log is closed: new calls are refused, subscriptions end. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /** Aborts before the client is disposed, after the appends in flight. The reason is an EventLogUnavailable. */
  get disposed(): AbortSignal {
    return this.#disposing.signal;
  }

  /** Aborts once the server answers again after a call that it did not answer in time. Replaced by a new one then. */
  get back(): AbortSignal {
    return this.#back.signal;
  }

  /** Takes the outcome of each call. @param error undefined for an answer */
  called(error?: unknown): void {
    if (error instanceof TimedOut) {
      this.#isSilent = true;
    } else if (error === undefined && this.#isSilent) {
      this.#isSilent = false;
      const back = this.#back;
      this.#back = new AbortController();
      back.abort();
    }
  }

  /** @throws EventLogUnavailable */
  assertOpen(): void {
    if (this.closed.aborted) throw new EventLogUnavailable('The event log is closed');
  }

  /** Runs an append, including the determination of its outcome. `close` waits for it. */
  async trackAppend<T>(append: () => Promise<T>): Promise<T> {
    const outcome = append();
    this.#appendsInFlight.add(outcome);
    try {
      return await outcome;
    } finally {
      this.#appendsInFlight.delete(outcome);
    }
  }

  /** Required for the process to end: the client keeps its connection referenced. */
  async close(): Promise<void> {
    this.#closing.abort();
    const { closeMs } = this.timing;
    await withTimeout(Promise.allSettled(this.#appendsInFlight), closeMs).catch(() => {});
    this.#disposing.abort(new EventLogUnavailable('The event log was closed'));
    await withTimeout(this.client.dispose(), closeMs).catch(() => {});
  }
}

function clientFor(connectionString: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(connectionString);
  } catch (error) {
    // The client's message quotes the string, which may contain the password.
    const reason = error instanceof Error && error.message.startsWith('Failed to load') ? ` (${error.message})` : '';
    throw new Error(`EVENTSTORE_URL cannot be used${reason}: see docs/eventstoredb.md for its settings`, {
      cause: error,
    });
  }
}
