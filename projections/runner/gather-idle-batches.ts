import type { SubscriptionBatch } from '../../server/core/event-log.ts';

/** The least time between two commits that only move the checkpoint. */
const intervalMs = 10;

/** Subscribes until the signal aborts. */
type Subscribe = (signal: AbortSignal) => AsyncIterable<SubscriptionBatch>;

/**
 * The batches of a subscription. Live ones without an event of the projection follow each other in intervals of 10 ms: otherwise
 * each write of a busy system would cost a commit in every projection, and the one that a caller waits for would queue behind
 * those of the others. A batch with events is never delayed, nor is one after a pause.
 */
export async function* gatherIdleBatches(
  subscribe: Subscribe,
  signal: AbortSignal,
): AsyncGenerator<SubscriptionBatch, void, undefined> {
  const stop = new AbortController();
  const batches = subscribe(AbortSignal.any([signal, stop.signal]))[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<SubscriptionBatch, unknown>> | undefined;
  let passedOnAt = Number.NEGATIVE_INFINITY;
  try {
    for (;;) {
      let result = await (next ?? batches.next());
      next = undefined;
      while (!result.done && isIdle(result.value)) {
        const waitMs = passedOnAt + intervalMs - performance.now();
        if (waitMs <= 0) break;
        next ??= batches.next();
        const newer = await within(next, waitMs);
        if (newer === undefined) break;
        // It covers the one before, which has no events.
        result = newer;
        next = undefined;
      }
      if (result.done) return;
      passedOnAt = performance.now();
      yield result.value;
    }
  } finally {
    // It may still wait for an event.
    next?.catch(() => {});
    stop.abort();
    await batches.return?.();
  }
}

const isIdle = ({ events, caughtUp }: SubscriptionBatch): boolean => events.length === 0 && caughtUp;

/** Undefined after `ms`. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeOut = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([promise, timeOut]);
  } finally {
    clearTimeout(timer);
  }
}
