import type { Random } from './random.ts';

/** The newest of what people still look at. Older ones stay in the log, and nobody touches them any more. */
export class Pool<T> {
  readonly #capacity: number;
  /** Oldest first. */
  readonly #values: T[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#values.length;
  }

  /** @returns the one that it replaces */
  add(value: T): T | undefined {
    this.#values.push(value);
    return this.#values.length > this.#capacity ? this.#values.shift() : undefined;
  }

  remove(value: T): void {
    const place = this.#values.indexOf(value);
    if (place >= 0) this.#values.splice(place, 1);
  }

  /** Mostly a new one. */
  pickRecent(random: Random): T | undefined {
    return this.size === 0 ? undefined : this.#values[this.size - 1 - random.rank(this.size)];
  }

  pick(random: Random): T | undefined {
    return this.size === 0 ? undefined : random.pick(this.#values);
  }
}
