import { EventLogUnavailable } from '../../core/event-log.ts';

/**
 * Bounds the calls in flight. A connection carries 100 calls at once (the server's limit), and the client lets a
 * further one hang without an error. Further calls wait here, in a bounded number and for a bounded time.
 */
export class CallSlots {
  readonly #maxWaiting: number;
  readonly #maxWaitMs: number;
  /** In order of arrival. */
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(limit: number, maxWaiting: number, maxWaitMs: number) {
    this.#free = limit;
    this.#maxWaiting = maxWaiting;
    this.#maxWaitMs = maxWaitMs;
  }

  /** Resolves with the function that releases the slot; call it once. @throws EventLogUnavailable */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#waitForSlot();
    return () => this.#release();
  }

  #waitForSlot(): Promise<void> {
    if (this.#waiting.size >= this.#maxWaiting) {
      throw new EventLogUnavailable(`${this.#maxWaiting} calls are waiting for EventStoreDB already: try again later`);
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#waiting.delete(grant);
      reject(new EventLogUnavailable(`EventStoreDB is too busy: no turn within ${this.#maxWaitMs} ms`));
    }, this.#maxWaitMs);
    const grant = () => {
      clearTimeout(timer);
      resolve();
    };
    this.#waiting.add(grant);
    return promise;
  }

  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
