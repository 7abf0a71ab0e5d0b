import { LRUCache } from 'lru-cache';

/** More than the users who import within one window. */
const maxUsers = 5_000;

interface Usage {
  count: number;
}

/** A quota for each user, in memory. A user's window begins with their first use. */
export class UserQuota {
  readonly #max: number;
  readonly #used: LRUCache<string, Usage>;

  constructor({ max, windowMs }: { readonly max: number; readonly windowMs: number }) {
    this.#max = max;
    this.#used = new LRUCache({ max: maxUsers, ttl: windowMs });
  }

  /**
   * Takes one unit in advance, so that calls in flight count. Returns a function that gives the unit back; undefined
   * when the quota is used up.
   */
  take(user: string): (() => void) | undefined {
    const usage = this.#used.get(user) ?? { count: 0 };
    if (usage.count >= this.#max) return undefined;
    if (usage.count === 0) this.#used.set(user, usage);
    usage.count += 1;
    return () => {
      usage.count -= 1;
    };
  }

  /** Whole seconds until the user's window ends. */
  secondsLeft(user: string): number {
    return Math.ceil(this.#used.getRemainingTTL(user) / 1_000);
  }
}
