/** The work took too long. Its outcome is not known. */
export class TimedOut extends Error {
  constructor(ms: number) {
    super(`no answer within ${ms} ms`);
    this.name = 'TimedOut';
  }
}

/**
 * Settles as `work` does, or rejects with TimedOut, or with the reason of `signal` if that aborts first. Does not
 * cancel the work: a later outcome is ignored.
 */
export async function withTimeout<T>(work: Promise<T>, ms: number, signal?: AbortSignal): Promise<T> {
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimedOut(ms)), ms);
  const onAbort = () => reject(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort);
  try {
    return await Promise.race([work, interrupted]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
