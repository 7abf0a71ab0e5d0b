/** The first of many items in an order. Keeps at most twice as many as are wanted. */
export class Best<T> {
  readonly #max: number;
  readonly #compare: (a: T, b: T) => number;
  readonly #items: T[] = [];
  /** Once there are enough: what comes after it is not among the first. */
  #last: T | undefined;

  constructor(max: number, compare: (a: T, b: T) => number) {
    this.#max = max;
    this.#compare = compare;
  }

  add(item: T): void {
    if (this.#last !== undefined && this.#compare(item, this.#last) > 0) return;
    this.#items.push(item);
    if (this.#items.length === 2 * this.#max) this.#cut();
  }

  /** In order. */
  get items(): readonly T[] {
    this.#cut();
    return this.#items;
  }

  #cut(): void {
    this.#items.sort(this.#compare).splice(this.#max);
    this.#last = this.#items[this.#max - 1];
  }
}
