/**
 * How much a search may still do. It runs in one turn of the event loop, and queries come from anybody: the budget bounds
 * the time of any of them, whatever words and filters they combine.
 */
export class Budget {
  /** A step is a look into the recipes of one word, some 40 ns. */
  #steps = 0;

  get isSpent(): boolean {
    return this.#steps <= 0;
  }

  /** For the next part of the search, which also gets what the previous parts have left. */
  extend(steps: number): void {
    this.#steps += steps;
  }

  /** Moves one of `parts` equal parts to another budget. */
  share(parts: number): Budget {
    const steps = Math.max(0, Math.floor(this.#steps / parts));
    const share = new Budget();
    share.extend(steps);
    this.spend(steps);
    return share;
  }

  spend(steps: number): void {
    this.#steps -= steps;
  }
}
