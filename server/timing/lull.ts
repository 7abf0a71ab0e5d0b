/** Both in ms. */
export interface LullLimits {
  /** For how long nobody asks. */
  readonly quiet: number;
  /** After this it is done all the same. */
  readonly most: number;
}

export interface Lull {
  ask(): void;
  /** Does at once what somebody has asked for. */
  finish(): void;
}

/** Does something once for all who ask for it in a row: when they have stopped, or the first has waited long enough. */
export function inLull(act: () => void, { quiet, most }: LullLimits): Lull {
  let [first, last] = [0, 0];
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const rest = Math.min(last + quiet, first + most) - performance.now();
    timer = rest > 0 ? setTimeout(look, rest) : undefined;
    if (!timer) act();
  };
  return {
    // Asked thousands of times a second, so that the timer stays.
    ask() {
      last = performance.now();
      if (timer) return;
      first = last;
      timer = setTimeout(look, quiet);
    },
    finish() {
      if (!timer) return;
      clearTimeout(timer);
      timer = undefined;
      act();
    },
  };
}
