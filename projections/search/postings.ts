/** The documents that have a word, by number. Numbers are only ever added in ascending order: the newest is last. */
export class Postings {
  #numbers = new Uint32Array(2);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(number: number): void {
    if (this.#size === this.#numbers.length) {
      const larger = new Uint32Array(this.#size * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#size++] = number;
  }

  has(number: number): boolean {
    let [low, high] = [0, this.#size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const there = this.#numbers[middle] ?? 0;
      if (there === number) return true;
      if (there < number) low = middle + 1;
      else high = middle;
    }
    return false;
  }

  *newestFirst(): Iterable<number> {
    for (let place = this.#size - 1; place >= 0; place--) yield this.#numbers[place] ?? 0;
  }

  keep(isKept: (number: number) => boolean): void {
    this.#numbers = this.#numbers.subarray(0, this.#size).filter(isKept);
    this.#size = this.#numbers.length;
    if (this.#size === 0) this.#numbers = new Uint32Array(2);
  }
}
