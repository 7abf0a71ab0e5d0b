import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/**
 * Random choices, the same ones for the same seed. Computes with integers only: functions such as `Math.exp` may differ in
 * the last digit between releases of Node.
 */
export class Random {
  readonly #generator: RandomGenerator;

  constructor(seed: number) {
    this.#generator = xoroshiro128plus(seed);
  }

  /** 32 bits, as a whole number from 0. */
  bits(): number {
    return this.#generator.next() >>> 0;
  }

  /** A whole number from 0 to below the limit. */
  below(limit: number): number {
    return uniformInt(this.#generator, 0, limit - 1);
  }

  /** A whole number in the range, both ends included. */
  between(least: number, most: number): number {
    return uniformInt(this.#generator, least, most);
  }

  /** True in this share of the calls. */
  chance(share: number): boolean {
    return this.bits() < share * 2 ** 32;
  }

  /** @throws RangeError if there is none */
  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new RangeError('There is nothing to pick from');
    return value;
  }

  /** Some of the values, which must differ from each other: each at most once, in random order. */
  pickSome<T>(values: readonly T[], count: number): T[] {
    const picked = new Set<T>();
    while (picked.size < Math.min(count, values.length)) picked.add(this.pick(values));
    return [...picked];
  }

  /**
   * A rank from 0 to below the limit, by Zipf's law: about 1 / (rank + 1) of the calls. Each octave of ranks is equally
   * probable, and so is each rank of an octave.
   */
  rank(limit: number): number {
    for (;;) {
      const octave = 2 ** this.below(32 - Math.clz32(limit));
      const rank = octave - 1 + this.below(octave);
      if (rank < limit) return rank;
    }
  }
}
