/** All in ms. */
export interface Delays {
  /** After the first failure; doubles with each that follows. */
  readonly firstMs: number;
  /** Maximum while the log or the store is unavailable. */
  readonly maxUnavailableMs: number;
  /** Maximum while an event cannot be folded. */
  readonly maxFailingMs: number;
  /** Between two checks that the other runner still commits. */
  readonly standbyMs: number;
  /** Between two checks that the store still has what was committed. */
  readonly storeCheckMs: number;
}

export const defaultDelays: Delays = {
  firstMs: 100,
  maxUnavailableMs: 2_000,
  maxFailingMs: 30_000,
  standbyMs: 2_000,
  storeCheckMs: 1_000,
};
