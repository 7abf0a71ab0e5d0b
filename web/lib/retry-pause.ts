import { onlineManager } from '@tanstack/react-query';
import { onLiveMissed } from './live-missed.ts';

const maxPauseMs = 30_000;
/** Failures further apart belong to different outages. Within one they are closer, even if each request times out. */
const outageGapMs = 180_000;

/** Exponential backoff after n failures in a row, with jitter, so that clients do not retry at the same time. */
export const backoffMs = (failures: number, firstMs = 1_000): number =>
  Math.min(firstMs * 2 ** (failures - 1), maxPauseMs) * (0.75 + Math.random() / 2);

/** The pause before the next attempt, which grows with each failure. */
export interface RetryPause {
  /** Failures in a row. Several during one pause count as one. */
  readonly failures: number;
  /** Resolves when the current pause ends; undefined when there is none. */
  readonly running: Promise<void> | undefined;
  /**
   * Starts a pause, if there is none. It ends as soon as the network or the live connection is back or the signal is
   * aborted, and otherwise when its time has passed, unless the browser is offline then.
   * @param atLeastMs what the server has asked for
   */
  afterFailure(signal?: AbortSignal, atLeastMs?: number): Promise<void>;
  /** Ends the pause. The next one is short again. Call it when the server has responded. */
  reset(): void;
}

/** Functions that end the pauses in progress. */
const ends = new Set<() => void>();

function endAll() {
  for (const end of [...ends]) end();
}

// Also called after each connect.
onLiveMissed(endAll);
globalThis.addEventListener?.('online', endAll);

export function createRetryPause(): RetryPause {
  let failures = 0;
  let failedAt = 0;
  let current: { promise: Promise<void>; end: () => void } | undefined;

  function start(signal: AbortSignal | undefined, atLeastMs: number) {
    const now = Date.now();
    failures = now - failedAt > outageGapMs ? 1 : failures + 1;
    failedAt = now;
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = () => {
      clearTimeout(timer);
      ends.delete(end);
      signal?.removeEventListener('abort', end);
      current = undefined;
      resolve();
    };
    const timer = setTimeout(() => onlineManager.isOnline() && end(), Math.max(backoffMs(failures), atLeastMs));
    ends.add(end);
    signal?.addEventListener('abort', end);
    current = { promise, end };
    if (signal?.aborted) end();
    return promise;
  }

  return {
    get failures() {
      return failures;
    },
    get running() {
      return current?.promise;
    },
    afterFailure: (signal, atLeastMs = 0) => current?.promise ?? start(signal, atLeastMs),
    reset() {
      failures = 0;
      current?.end();
    },
  };
}
