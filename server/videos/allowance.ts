import { LRUCache } from 'lru-cache';

/** More than there are people who import on one day. */
const maxPeople = 5_000;

interface Used {
  count: number;
}

/** Counts what each person does within a time that begins with the first; kept in this process. */
export class Allowance {
  readonly #max: number;
  readonly #used: LRUCache<string, Used>;

  constructor({ max, withinMs }: { readonly max: number; readonly withinMs: number }) {
    this.#max = max;
    this.#used = new LRUCache({ max: maxPeople, ttl: withinMs });
  }

  /** Takes one, so that what is under way counts; returns how to give it back. Undefined where all are used up. */
  take(person: string): (() => void) | undefined {
    const used = this.#used.get(person) ?? { count: 0 };
    if (used.count >= this.#max) return undefined;
    if (used.count === 0) this.#used.set(person, used);
    used.count += 1;
    return () => {
      used.count -= 1;
    };
  }

  /** Whole seconds until one who has used all up may go on. */
  secondsLeft(person: string): number {
    return Math.ceil(this.#used.getRemainingTTL(person) / 1_000);
  }
}
