import { onLiveMissed } from './live.ts';

const firstPauseMs = 1_000;
const maxPauseMs = 30_000;

const pauseMs = (failures: number): number =>
  Math.min(firstPauseMs * 2 ** (failures - 1), maxPauseMs) * (0.75 + Math.random() / 2);

/**
 * Resolves when it is time for another attempt: after a pause that grows with the failures so far, or as soon as the
 * network or the live connection is back. Resolves at once when the signal is aborted.
 */
export function untilNextAttempt(failures: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal?.aborted) resolve();
  const end = () => resolve();
  const timer = setTimeout(end, pauseMs(failures));
  const unsubscribe = onLiveMissed(end);
  globalThis.addEventListener('online', end);
  signal?.addEventListener('abort', end);
  return promise.finally(() => {
    clearTimeout(timer);
    unsubscribe();
    globalThis.removeEventListener('online', end);
    signal?.removeEventListener('abort', end);
  });
}
