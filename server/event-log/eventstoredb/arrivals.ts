import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type RecordedEvent as ClientEvent,
  excludeSystemEvents,
} from '@eventstore/db-client';
import { WakeUp } from '../../core/timing/wake-up.ts';
import { TimedOut } from '../../core/timing/with-timeout.ts';
import type { Session } from './session.ts';

/** Events buffered until they are taken; a full buffer applies backpressure to the server. */
const bufferSize = 1_024;
/** While catching up, events are gathered for this long. The buffer holds more than arrive in that time. */
const gatherMs = 10;
/**
 * Events that the server scans per search window, and windows per checkpoint: checkpoints are hardly ever sent, and are
 * ignored. A checkpoint may name the position where the next event will be written, so that a subscription resumed
 * after it misses that event (https://github.com/kurrent-io/KurrentDB/pull/4975).
 */
const search = { maxSearchWindow: 1_000, checkpointInterval: 1_000 } as const;

/**
 * Buffers the events of one subscription to `$all`. The server excludes only its own events, so that the position
 * advances with every event of the application. The subscription has caught up once the buffer is empty as well.
 */
export class Arrivals {
  readonly #subscription: AllStreamSubscription;
  readonly #signal: AbortSignal;
  readonly #wakeUp: WakeUp;
  readonly #confirmMs: number;
  #confirmed = false;
  #live = false;
  #isStopped = false;
  #loss: { readonly error: unknown } | undefined;

  constructor(session: Session, after: bigint | undefined, signal: AbortSignal) {
    this.#confirmMs = session.timing.callMs;
    this.#subscription = session.client.subscribeToAll(
      {
        fromPosition: after === undefined ? 'start' : { commit: after, prepare: after },
        filter: excludeSystemEvents(search),
      },
      { highWaterMark: bufferSize },
    );
    // Last: if the client throws, nothing listens to the signal.
    this.#signal = signal;
    this.#wakeUp = new WakeUp(signal);
    // At once, so that a log that is closed ends its calls before its client is disposed of.
    signal.addEventListener('abort', this.stop);
    this.#listen();
  }

  #listen(): void {
    const { notify } = this.#wakeUp;
    const lost = (error: Error) => {
      this.#loss ??= { error };
      notify();
    };
    this.#subscription.on('readable', notify);
    this.#subscription.on('confirmation', () => {
      this.#confirmed = true;
      notify();
    });
    this.#subscription.on('caughtUp', () => {
      this.#live = true;
      notify();
    });
    this.#subscription.on('fellBehind', () => {
      this.#live = false;
    });
    // The only event of a lost connection: neither 'end' nor 'close' follows.
    this.#subscription.on('error', lost);
    this.#subscription.on('end', () => lost(new Error('the server ended the subscription')));
  }

  /** Takes the events that have arrived, `max` at most, oldest first. */
  take(max: number): ClientEvent[] {
    const events: ClientEvent[] = [];
    while (events.length < max) {
      const next: AllStreamResolvedEvent | null = this.#subscription.read();
      if (next === null) break;
      if (next.event !== undefined) events.push(next.event);
    }
    return events;
  }

  /** Whether every event of the log has been taken. */
  get caughtUp(): boolean {
    return this.#live && this.#subscription.readableLength === 0;
  }

  /**
   * Resolves when events have arrived, or on abort. Take all events first.
   * @throws the error that ended the subscription
   */
  async more(): Promise<void> {
    if (this.#loss !== undefined) throw this.#loss.error;
    const notified = await this.#wakeUp.wait(this.#confirmed ? undefined : this.#confirmMs);
    if (!notified) throw new TimedOut(this.#confirmMs);
    // Events arrive one by one; a batch for each would cost the consumer a commit for each.
    await (this.#live ? nextTurn() : sleep(gatherMs));
  }

  /** Ends the call. Neither an error of the subscription nor dropping it does that. */
  readonly stop = (): void => {
    if (this.#isStopped) return;
    this.#isStopped = true;
    // It would keep this until the log is closed.
    this.#signal.removeEventListener('abort', this.stop);
    this.#wakeUp.notify();
    this.#wakeUp.close();
    this.#subscription.unsubscribe().catch(() => {});
  };
}
