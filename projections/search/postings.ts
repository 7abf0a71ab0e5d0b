/** Numbers of the documents that contain a word, always added in ascending order: the newest is last. */
export class Postings {
  #numbers = new Uint32Array(2);
  #size = 0;
  #removed = 0;

  /** Numbers of documents that were not removed. */
  get count(): number {
    return this.#size - this.#removed;
  }

  add(number: number): void {
    if (this.#size === this.#numbers.length) {
      const larger = new Uint32Array(this.#size * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#size++] = number;
  }

  /** Counts one of the documents as removed. Its number stays until `keep`. */
  remove(): void {
    this.#removed++;
  }

  has(number: number): boolean {
    let [low, high] = [0, this.#size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const candidate = this.#numbers[middle] ?? 0;
      if (candidate === number) return true;
      if (candidate < number) low = middle + 1;
      else high = middle;
    }
    return false;
  }

  *newestFirst(): Iterable<number> {
    for (let i = this.#size - 1; i >= 0; i--) yield this.#numbers[i] ?? 0;
  }

  keep(isKept: (number: number) => boolean): void {
    this.#numbers = this.#numbers.subarray(0, this.#size).filter(isKept);
    this.#size = this.#numbers.length;
    this.#removed = 0;
    if (this.#size === 0) this.#numbers = new Uint32Array(2);
  }
}
