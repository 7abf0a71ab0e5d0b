export interface DebounceLimits {
  /** Time without calls after which the action runs. */
  readonly waitMs: number;
  /** Time after the first call after which the action runs in any case. */
  readonly maxWaitMs: number;
}

export interface Debounced {
  call(): void;
  /** Runs a pending action at once. */
  flush(): void;
}

/** Runs an action once for a series of calls: when the calls pause, or the first has waited `maxWaitMs`. */
export function debounced(action: () => void, { waitMs, maxWaitMs }: DebounceLimits): Debounced {
  let [firstCallMs, lastCallMs] = [0, 0];
  let timer: NodeJS.Timeout | undefined;
  const runIfDue = () => {
    const remainingMs = Math.min(lastCallMs + waitMs, firstCallMs + maxWaitMs) - performance.now();
    timer = remainingMs > 0 ? setTimeout(runIfDue, remainingMs) : undefined;
    if (!timer) action();
  };
  return {
    // Called thousands of times a second, so the timer is not restarted.
    call() {
      lastCallMs = performance.now();
      if (timer) return;
      firstCallMs = lastCallMs;
      timer = setTimeout(runIfDue, waitMs);
    },
    flush() {
      if (!timer) return;
      clearTimeout(timer);
      timer = undefined;
      action();
    },
  };
}
