/**
 * Collects one measure of each run of a property, such as the length of a history. A test asserts after the property that
 * its inputs were of realistic size: fast-check's arrays are short unless `size` is set. Inputs are random, so the bound
 * must be six standard errors below the usual value, or more: closer bounds fail once in a while.
 */
export class Spread {
  readonly #measures: number[] = [];

  add(measure: number): void {
    this.#measures.push(measure);
  }

  get mean(): number {
    return this.#measures.reduce((sum, measure) => sum + measure, 0) / this.#measures.length;
  }

  /** The share of runs, from 0 to 1, with a measure of at least `min`. */
  share(min: number): number {
    return this.#measures.filter((measure) => measure >= min).length / this.#measures.length;
  }
}
