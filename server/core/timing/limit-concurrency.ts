interface Limits {
  readonly maxConcurrent: number;
  readonly maxWaiting: number;
  /** The error of a call beyond both limits. */
  readonly overloaded: () => Error;
}

/** The same function, of which only some calls run at once. Further calls wait, in order. */
export function limitConcurrency<Input, Output>(
  work: (input: Input) => Promise<Output>,
  { maxConcurrent, maxWaiting, overloaded }: Limits,
): (input: Input) => Promise<Output> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (input) => {
    if (running < maxConcurrent) running++;
    else if (waiting.length >= maxWaiting) throw overloaded();
    // A call that ends passes its turn on.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work(input);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
