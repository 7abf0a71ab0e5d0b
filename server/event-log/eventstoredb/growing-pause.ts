/** Pauses that double up to a cap, each shortened at random so that many who wait do not come back as one. */
export class GrowingPause {
  readonly #firstMs: number;
  readonly #maxMs: number;
  #nextMs: number;

  constructor(firstMs: number, maxMs: number) {
    this.#firstMs = firstMs;
    this.#maxMs = maxMs;
    this.#nextMs = firstMs;
  }

  /** The next pause in ms: between half of the present step and all of it. */
  next(): number {
    const step = this.#nextMs;
    this.#nextMs = Math.min(step * 2, this.#maxMs);
    return Math.round(step * (0.5 + Math.random() / 2));
  }

  reset(): void {
    this.#nextMs = this.#firstMs;
  }
}
