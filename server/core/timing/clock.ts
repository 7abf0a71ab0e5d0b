/** The two clocks of a machine. The wall clock can be set forwards and backwards; the monotonic clock only advances. */
export interface Clock {
  /** ms since the epoch */
  wallMs(): number;
  /** ms since an arbitrary moment. May pause while the machine sleeps. */
  monotonicMs(): number;
}

export const systemClock: Clock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };

/**
 * An expiry at a wall-clock time. It is reached at that time, and at the latest after the duration that remained when
 * this was created: setting the wall clock back must not extend it.
 */
export class Expiry {
  readonly #clock: Clock;
  readonly #wallMs: number;
  readonly #monotonicMs: number;

  /** @param expiresAtMs since the epoch */
  constructor(expiresAtMs: number, clock: Clock) {
    this.#clock = clock;
    this.#wallMs = expiresAtMs;
    this.#monotonicMs = clock.monotonicMs() + (expiresAtMs - clock.wallMs());
  }

  get isOver(): boolean {
    return this.#clock.wallMs() >= this.#wallMs || this.#clock.monotonicMs() >= this.#monotonicMs;
  }
}
