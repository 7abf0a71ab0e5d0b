import { vi } from 'vitest';
import type { EventLog, RecordedEvent, SubscribeOptions, SubscriptionBatch } from '../../../server/core/event-log.ts';

const timeoutMs = 20_000;

export interface Follower {
  readonly events: readonly RecordedEvent[];
  readonly batches: readonly SubscriptionBatch[];
  /** Position of the last batch. */
  readonly position: bigint | undefined;
  readonly caughtUp: boolean;
  /** Settles when the iteration ends. */
  readonly ended: Promise<void>;
  /** Resolves once all events up to `position` are delivered; rejects after 20 s, or when the subscription fails. */
  reaches(position: bigint): Promise<void>;
  catchesUp(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Follows a log in the background and records every batch. `beforeNext` is awaited after each batch, to make a slow
 * consumer.
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
        if (failure === undefined && !condition()) throw new Error(`The subscription never reached ${what}`);
      },
      { timeout: timeoutMs, interval: 2 },
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
