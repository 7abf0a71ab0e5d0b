import type { WriteFailure } from '../core/event-log.ts';
import type { Logger } from '../core/logger.ts';

export interface WriteWatchOptions {
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** Tests whether the log accepts writes, without recording an event. Report the outcome to `probed`. */
  readonly probe: () => void;
}

const probeIntervalMs = 2_000;

/**
 * Tracks whether appends fail, and logs the first failure and the recovery. Only a successful probe counts as recovery:
 * on an almost full disk some appends succeed and others fail, and each change would be logged otherwise.
 */
export class WriteWatch {
  readonly #options: WriteWatchOptions;
  #failure: WriteFailure | undefined;
  #failingSince = 0;
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
    this.#failingSince = performance.now();
    this.#timer = setInterval(() => this.#startProbe(), probeIntervalMs).unref();
    // An unreachable log usually recovers by itself; the other failures need an operator.
    const level = failure.code === 'NO_ANSWER' ? 'warn' : 'error';
    this.#options.logger[level]({ ...failure }, 'The event log cannot be written: changes are refused until it can');
  }

  /** Reports the probe's outcome; undefined when the log can be written. */
  probed(failure: WriteFailure | undefined): void {
    this.#isProbing = false;
    if (this.#failure === undefined) return;
    this.#failure = failure;
    if (failure !== undefined) return;
    this.close();
    const ms = Math.round(performance.now() - this.#failingSince);
    this.#options.logger.warn({ ms }, 'The event log can be written again');
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #startProbe(): void {
    if (this.#isProbing) return;
    this.#isProbing = true;
    this.#options.probe();
  }
}
