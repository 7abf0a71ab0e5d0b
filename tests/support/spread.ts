/**
 * One measure of each run of a property: how long a history was, or how much there was to compare. Asserted after the
 * property, it shows that the property ran on inputs of real size: fast-check's arrays are short unless `size` is set.
 */
export class Spread {
  readonly #measures: number[] = [];

  add(measure: number): void {
    this.#measures.push(measure);
  }

  get mean(): number {
    return this.#measures.reduce((sum, measure) => sum + measure, 0) / this.#measures.length;
  }

  /** The share of runs, from 0 to 1, whose measure was at least `least`. */
  share(least: number): number {
    return this.#measures.filter((measure) => measure >= least).length / this.#measures.length;
  }
}
