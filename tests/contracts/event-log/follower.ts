import { vi } from 'vitest';
import type { EventLog, RecordedEvent, SubscribeOptions, SubscriptionBatch } from '../../../server/core/event-log.ts';

const patienceMs = 20_000;

export interface Follower {
  readonly events: readonly RecordedEvent[];
  readonly batches: readonly SubscriptionBatch[];
  /** Where the last batch said that the subscription is. */
  readonly position: bigint | undefined;
  readonly caughtUp: boolean;
  /** Settles as the iteration does. */
  readonly ended: Promise<void>;
  /** Resolves once everything up to `position` was handed over; rejects after a bound, or with the subscription. */
  reaches(position: bigint): Promise<void>;
  catchesUp(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Follows a log in the background and notes all that it was told. `beforeNext` is awaited after each batch: a consumer
 * as slow as the test wants it.
 */
export const follow = (
  log: EventLog,
  options: Omit<SubscribeOptions, 'signal'>,
  beforeNext?: (batch: SubscriptionBatch) => Promise<void>,
): Follower => {
  const abort = new AbortController();
  const events: RecordedEvent[] = [];
  const batches: SubscriptionBatch[] = [];
  let failure: { readonly error: unknown } | undefined;

  const run = async () => {
    for await (const batch of log.subscribe({ ...options, signal: abort.signal })) {
      batches.push(batch);
      events.push(...batch.events);
      await beforeNext?.(batch);
    }
  };
  const ended = run();
  ended.catch((error: unknown) => {
    failure = { error };
  });

  const until = async (what: string, condition: () => boolean): Promise<void> => {
    await vi.waitFor(
      () => {
        if (failure === undefined && !condition()) throw new Error(`The subscription never came to ${what}`);
      },
      { timeout: patienceMs, interval: 2 },
    );
    if (failure !== undefined) throw failure.error;
  };

  const last = () => batches.at(-1);
  return {
    events,
    batches,
    get position() {
      return last()?.position;
    },
    get caughtUp() {
      return last()?.caughtUp ?? false;
    },
    ended,
    reaches: (position) => until(`position ${position}`, () => (last()?.position ?? -1n) >= position),
    catchesUp: () => until('the end of the log', () => last()?.caughtUp ?? false),
    stop: async () => {
      abort.abort();
      await ended;
    },
  };
};
