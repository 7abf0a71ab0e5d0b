/** The work took too long. Its outcome is not known. */
export class TimedOut extends Error {
  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
    this.name = 'TimedOut';
  }
}

/**
 * Settles as `work` does, or rejects with TimedOut, or with the reason of `signal` if that aborts first. Does not
 * cancel the work: a later outcome is ignored.
 */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number, signal?: AbortSignal): Promise<T> {
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimedOut(timeoutMs)), timeoutMs);
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
