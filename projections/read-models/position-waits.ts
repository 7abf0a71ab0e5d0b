interface Wait {
  readonly position: bigint;
  /** In ms of `performance.now()`. */
  readonly deadline: number;
  readonly resolve: (reached: boolean) => void;
}

const tickMs = 25;

/**
 * Who waits for a read model to reach a position. Every write waits once, so there is no timer for each: one coarse
 * timer serves all, and a time-out is noticed up to 25 ms late.
 */
export class PositionWaits {
  readonly #limit: number;
  readonly #onTick: (() => void) | undefined;
  /** Lowest position first; new waits are mostly for the highest. */
  readonly #waits: Wait[] = [];
  #reached: bigint | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param onTick called while somebody waits, every 25 ms: to look again where news may have been lost */
  constructor(options: { readonly limit?: number; readonly onTick?: () => void } = {}) {
    this.#limit = options.limit ?? 20_000;
    this.#onTick = options.onTick;
  }

  /** The model is here now. It may move back, too: when it is cleared. */
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

  /** Resolves false after `timeoutMs`, or at once when too many wait already. */
  wait(position: bigint, timeoutMs: number): Promise<boolean> {
    if (this.#reached !== undefined && this.#reached >= position) return Promise.resolve(true);
    if (timeoutMs <= 0 || this.#waits.length >= this.#limit) return Promise.resolve(false);
    this.#timer ??= setInterval(() => this.#tick(), tickMs).unref();
    return new Promise((resolve) => {
      let place = this.#waits.length;
      while (place > 0 && (this.#waits[place - 1]?.position ?? position) > position) place--;
      this.#waits.splice(place, 0, { position, deadline: performance.now() + timeoutMs, resolve });
    });
  }

  /** Ends every wait with false. */
  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const wait of this.#waits.splice(0)) wait.resolve(false);
  }

  /** The timer outlives its last wait by one tick, so that a stream of short waits does not set a timer for each. */
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
