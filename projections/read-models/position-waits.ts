interface Wait {
  readonly position: bigint;
  /** In ms of `performance.now()`. */
  readonly deadline: number;
  readonly resolve: (reached: boolean) => void;
}

const tickMs = 25;

/**
 * Callers that wait for a read model to reach a position. Because every write waits once, one coarse timer serves all
 * waits; a time-out may fire up to 25 ms late.
 */
export class PositionWaits {
  readonly #maxWaits: number;
  readonly #onTick: (() => void) | undefined;
  /** Lowest position first; new waits are mostly for the highest. */
  readonly #waits: Wait[] = [];
  #reached: bigint | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param onTick called every 25 ms while there are waits: polls the position where a notification may be lost */
  constructor(options: { readonly maxWaits?: number; readonly onTick?: () => void } = {}) {
    this.#maxWaits = options.maxWaits ?? 20_000;
    this.#onTick = options.onTick;
  }

  /** Sets the model's position; undefined after it was cleared. */
  reached(position: bigint | undefined): void {
    this.#reached = position;
    if (position === undefined) return;
    let served = 0;
    for (const wait of this.#waits) {
      if (wait.position > position) break;
      wait.resolve(true);
      served++;
    }
    if (served > 0) this.#waits.splice(0, served);
  }

  /** Resolves false after `timeoutMs`, or at once when there are too many waits. */
  wait(position: bigint, timeoutMs: number): Promise<boolean> {
    if (this.#reached !== undefined && this.#reached >= position) return Promise.resolve(true);
    if (timeoutMs <= 0 || this.#waits.length >= this.#maxWaits) return Promise.resolve(false);
    this.#timer ??= setInterval(() => this.#tick(), tickMs).unref();
    return new Promise((resolve) => {
      let i = this.#waits.length;
      while (i > 0 && (this.#waits[i - 1]?.position ?? position) > position) i--;
      this.#waits.splice(i, 0, { position, deadline: performance.now() + timeoutMs, resolve });
    });
  }

  /** Ends every wait with false. */
  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const wait of this.#waits.splice(0)) wait.resolve(false);
  }

  /** The timer outlives the last wait by one tick, so that a series of short waits does not restart it each time. */
  #tick(): void {
    const now = performance.now();
    const waiting = this.#waits.splice(0);
    for (const wait of waiting) {
      if (wait.deadline <= now) wait.resolve(false);
      else this.#waits.push(wait);
    }
    if (this.#waits.length === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    } else this.#onTick?.();
  }
}
