export interface DebounceLimits {
  /** For how long nobody calls. */
  readonly waitMs: number;
  /** After the first call: then it is done all the same. */
  readonly maxWaitMs: number;
}

export interface Debounced {
  call(): void;
  /** Does at once what somebody has called for. */
  flush(): void;
}

/** Does something once for all calls in a row: when they have stopped, or the first has waited long enough. */
export function debounced(act: () => void, { waitMs, maxWaitMs }: DebounceLimits): Debounced {
  let [first, last] = [0, 0];
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const rest = Math.min(last + waitMs, first + maxWaitMs) - performance.now();
    timer = rest > 0 ? setTimeout(look, rest) : undefined;
    if (!timer) act();
  };
  return {
    // Called thousands of times a second, so that the timer stays.
    call() {
      last = performance.now();
      if (timer) return;
      first = last;
      timer = setTimeout(look, waitMs);
    },
    flush() {
      if (!timer) return;
      clearTimeout(timer);
      timer = undefined;
      act();
    },
  };
}
