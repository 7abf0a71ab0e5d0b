import type { Writable } from 'node:stream';

/** Nothing is shown before, so that a quick command prints only its result. */
const showAfterMs = 1_000;
const updateMs = 250;

export interface Progress {
  /** @param done how much of the total is done */
  update(done: number): void;
  /** Removes the line. */
  end(): void;
}

export interface ProgressOptions {
  /** What is done, as in `Reading 12,000 of 40,000 events`. */
  readonly verb: string;
  readonly unit: string;
  /** Undefined: not known. */
  readonly total?: number | undefined;
}

const numbers = new Intl.NumberFormat('en');

/** Shows on a terminal how far a command is, its rate, and the time left. Writes nothing if the stream is no terminal. */
export function showProgress(
  stream: Writable & { readonly isTTY?: boolean },
  { verb, unit, total }: ProgressOptions,
  now: () => number = performance.now.bind(performance),
): Progress {
  const startedAt = now();
  let shownAt = startedAt + showAfterMs - updateMs;
  let isShown = false;
  return {
    update: (done) => {
      const at = now();
      if (!stream.isTTY || at - shownAt < updateMs) return;
      shownAt = at;
      isShown = true;
      const rate = done / ((at - startedAt) / 1000);
      const of = total === undefined ? '' : ` of ${numbers.format(total)}`;
      const left = total === undefined || rate === 0 ? '' : `, ${duration((total - done) / rate)} left`;
      stream.write(
        `\r\x1b[K${verb} ${numbers.format(done)}${of} ${unit}, ${numbers.format(Math.round(rate))}/s${left}`,
      );
    },
    end: () => {
      if (isShown) stream.write('\r\x1b[K');
      isShown = false;
    },
  };
}

const duration = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
