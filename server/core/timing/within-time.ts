/** Something took too long. What became of it is not known. */
export class TimedOut extends Error {
  constructor(ms: number) {
    super(`no answer within ${ms} ms`);
    this.name = 'TimedOut';
  }
}

/**
 * Settles as `work` does, or rejects: with TimedOut, or with the reason of `signal` when that aborts first. The work
 * itself cannot be called back: what it comes to later is ignored.
 */
export async function withinTime<T>(work: Promise<T>, ms: number, signal?: AbortSignal): Promise<T> {
  const { promise: cut, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimedOut(ms)), ms);
  const aborted = () => reject(signal?.reason);
  if (signal?.aborted) aborted();
  signal?.addEventListener('abort', aborted);
  try {
    return await Promise.race([work, cut]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', aborted);
  }
}
