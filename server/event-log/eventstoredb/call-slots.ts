import { EventLogUnavailable } from '../../core/event-log.ts';

/**
 * Bounds the calls under way. A connection carries 100 calls at once (the server's limit), and the client lets one more
 * hang without a word; so the rest waits here, for a bounded time and in a bounded number.
 */
export class CallSlots {
  readonly #maxWaiting: number;
  readonly #maxWaitMs: number;
  /** First come, first served. */
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(limit: number, maxWaiting: number, maxWaitMs: number) {
    this.#free = limit;
    this.#maxWaiting = maxWaiting;
    this.#maxWaitMs = maxWaitMs;
  }

  /** Resolves with the function that gives the slot back; call it once. @throws EventLogUnavailable */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn();
    return () => this.#giveBack();
  }

  #turn(): Promise<void> {
    if (this.#waiting.size >= this.#maxWaiting) {
      throw new EventLogUnavailable(`${this.#maxWaiting} calls are waiting for EventStoreDB already: try again later`);
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#waiting.delete(go);
      reject(new EventLogUnavailable(`EventStoreDB is too busy: no turn within ${this.#maxWaitMs} ms`));
    }, this.#maxWaitMs);
    const go = () => {
      clearTimeout(timer);
      resolve();
    };
    this.#waiting.add(go);
    return promise;
  }

  #giveBack(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
