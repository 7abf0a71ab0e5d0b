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
  /** Called after each batch, and when the iteration ends. */
  const checks = new Set<() => void>();
  let failure: { readonly error: unknown } | undefined;

  const check = () => {
    for (const each of [...checks]) each();
  };
  const run = async () => {
    for await (const batch of log.subscribe({ ...options, signal: abort.signal })) {
      batches.push(batch);
      events.push(...batch.events);
      check();
      await beforeNext?.(batch);
    }
  };
  const ended = run();
  ended.catch((error: unknown) => {
    failure = { error };
    check();
  });

  const until = async (what: string, condition: () => boolean): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const checkThis = () => {
      if (failure !== undefined) reject(failure.error);
      else if (condition()) resolve();
    };
    const timer = setTimeout(() => reject(new Error(`The subscription never reached ${what}`)), timeoutMs);
    checks.add(checkThis);
    checkThis();
    try {
      await promise;
    } finally {
      checks.delete(checkThis);
      clearTimeout(timer);
    }
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
