import type { WriteFailure } from '../core/event-log.ts';

/** Takes pino's loggers. */
export interface WriteLogger {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export const silent: WriteLogger = { warn: () => {}, error: () => {} };

export interface WriteWatchOptions {
  readonly logger: WriteLogger;
  /** Tries whether the log can be written, without recording an event; its outcome goes to `probed`. */
  readonly probe: () => void;
}

const probeEveryMs = 2_000;

/**
 * Knows whether appends fail, and logs when that begins and when it is over. Only a probe ends it: while some appends
 * succeed and others fail, as on a disk that is almost full, each of them would otherwise be logged.
 */
export class WriteWatch {
  readonly #options: WriteWatchOptions;
  #failure: WriteFailure | undefined;
  #began = 0;
  #timer: NodeJS.Timeout | undefined;
  #isProbing = false;

  constructor(options: WriteWatchOptions) {
    this.#options = options;
  }

  get failure(): WriteFailure | undefined {
    return this.#failure;
  }

  /** An append was not recorded. */
  failed(failure: WriteFailure): void {
    const isFirst = this.#failure === undefined;
    this.#failure = failure;
    if (!isFirst) return;
    this.#began = performance.now();
    this.#timer = setInterval(() => this.#look(), probeEveryMs).unref();
    // What does not answer comes back by itself; the other failures need an operator.
    const level = failure.code === 'NO_ANSWER' ? 'warn' : 'error';
    this.#options.logger[level]({ ...failure }, 'The event log cannot be written: changes are refused until it can');
  }

  /** What the probe came to; undefined when the log can be written. */
  probed(failure: WriteFailure | undefined): void {
    this.#isProbing = false;
    if (this.#failure === undefined) return;
    this.#failure = failure;
    if (failure !== undefined) return;
    this.close();
    const ms = Math.round(performance.now() - this.#began);
    this.#options.logger.warn({ ms }, 'The event log can be written again');
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    if (this.#isProbing) return;
    this.#isProbing = true;
    this.#options.probe();
  }
}
