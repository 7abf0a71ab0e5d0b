/** The two clocks of a machine. The wall clock can be set, forwards and backwards; the other one only runs. */
export interface Clock {
  /** ms since the epoch */
  wallMs(): number;
  /** ms since some moment. It may stand still while the machine sleeps. */
  monotonicMs(): number;
}

export const systemClock: Clock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };

/**
 * The end of something that lasts until a time of day. It comes at that time, and at the latest after the time that was
 * left when this was made: a wall clock that is set back must not make anything last longer.
 */
export class Expiry {
  readonly #clock: Clock;
  readonly #wallMs: number;
  readonly #monotonicMs: number;

  /** @param expiresAt ms since the epoch */
  constructor(expiresAt: number, clock: Clock) {
    this.#clock = clock;
    this.#wallMs = expiresAt;
    this.#monotonicMs = clock.monotonicMs() + (expiresAt - clock.wallMs());
  }

  get isOver(): boolean {
    return this.#clock.wallMs() >= this.#wallMs || this.#clock.monotonicMs() >= this.#monotonicMs;
  }
}
