import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type RecordedEvent as ClientEvent,
  excludeSystemEvents,
} from '@eventstore/db-client';
import { WakeUp } from '../../core/timing/wake-up.ts';
import { TimedOut } from '../../core/timing/within-time.ts';
import type { Session } from './session.ts';

/** Events that wait here to be taken; past it the server is held back. */
const bufferSize = 1_024;
/** While catching up, what comes in so many ms is taken together; the buffer holds more than comes in that time. */
const gatherMs = 10;
/**
 * How many of its own events the server looks past in one go, and a checkpoint after so many of these goes: hardly ever.
 * Checkpoints are not listened to. One may name the place where the next event will be written, so that who goes on after
 * it misses that event (https://github.com/kurrent-io/KurrentDB/pull/4975).
 */
const search = { maxSearchWindow: 1_000, checkpointInterval: 1_000 } as const;

/**
 * What one subscription to `$all` brings. The server leaves out its own events and no others, so that the position moves
 * with every event of the application. That it has caught up counts once nothing is left here of the events sent before.
 */
export class Arrivals {
  readonly #subscription: AllStreamSubscription;
  readonly #wakeUp: WakeUp;
  readonly #confirmMs: number;
  #confirmed = false;
  #live = false;
  #loss: { readonly error: unknown } | undefined;

  constructor(session: Session, after: bigint | undefined, signal: AbortSignal) {
    this.#wakeUp = new WakeUp(signal);
    this.#confirmMs = session.timing.callMs;
    this.#subscription = session.client.subscribeToAll(
      {
        fromPosition: after === undefined ? 'start' : { commit: after, prepare: after },
        filter: excludeSystemEvents(search),
      },
      { highWaterMark: bufferSize },
    );
    this.#listen();
  }

  #listen(): void {
    const { announce } = this.#wakeUp;
    const lost = (error: Error) => {
      this.#loss ??= { error };
      announce();
    };
    this.#subscription.on('readable', announce);
    this.#subscription.on('confirmation', () => {
      this.#confirmed = true;
      announce();
    });
    this.#subscription.on('caughtUp', () => {
      this.#live = true;
      announce();
    });
    this.#subscription.on('fellBehind', () => {
      this.#live = false;
    });
    // All that is said of a lost connection: no end, no close.
    this.#subscription.on('error', lost);
    this.#subscription.on('end', () => lost(new Error('the server ended the subscription')));
  }

  /** What has arrived, `max` events at most, oldest first. */
  take(max: number): ClientEvent[] {
    const events: ClientEvent[] = [];
    while (events.length < max) {
      const next: AllStreamResolvedEvent | null = this.#subscription.read();
      if (next === null) break;
      if (next.event !== undefined) events.push(next.event);
    }
    return events;
  }

  /** Nothing was left in the log that has not been taken. */
  get caughtUp(): boolean {
    return this.#live && this.#subscription.readableLength === 0;
  }

  /** Resolves when something has come, or on an abort. Call it when all was taken. @throws what ended the subscription */
  async more(): Promise<void> {
    if (this.#loss !== undefined) throw this.#loss.error;
    const heard = await this.#wakeUp.wait(this.#confirmed ? undefined : this.#confirmMs);
    if (!heard) throw new TimedOut(this.#confirmMs);
    // Events come one by one; a batch of each would cost its consumer a commit of each.
    await (this.#live ? nextTurn() : sleep(gatherMs));
  }

  /** Neither an error nor leaving it alone ends the call. */
  stop(): void {
    this.#wakeUp.close();
    this.#subscription.unsubscribe().catch(() => {});
  }
}
