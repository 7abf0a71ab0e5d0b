interface Limits {
  readonly maxConcurrent: number;
  readonly maxWaiting: number;
  /** The error of a call beyond both limits. */
  readonly overloaded: () => Error;
}

/**
 * The same function, of which only some calls run at once. Further calls wait, in order, until their signal aborts: then
 * they reject with its reason, and are not run.
 */
export function limitConcurrency<Input, Output>(
  work: (input: Input) => Promise<Output>,
  { maxConcurrent, maxWaiting, overloaded }: Limits,
): (input: Input, signal?: AbortSignal) => Promise<Output> {
  let running = 0;
  const waiting: (() => void)[] = [];

  function turn(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(signal?.reason);
    };
    waiting.push(begin);
    signal?.addEventListener('abort', leave, { once: true });
    return promise;
  }

  return async (input, signal) => {
    signal?.throwIfAborted();
    if (running < maxConcurrent) running++;
    else if (waiting.length >= maxWaiting) throw overloaded();
    // A call that ends passes its turn on.
    else await turn(signal);
    try {
      return await work(input);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
