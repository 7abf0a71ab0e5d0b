import { setImmediate } from 'node:timers/promises';

let lastTurn: Promise<unknown> = Promise.resolve();

/** Resolves in a turn of the event loop that no other caller gets, so that I/O is handled between the slices of all. */
function ownTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/**
 * Keeps a rebuild from blocking requests: work that never waits for I/O yields to the event loop after each slice. All
 * projections of a process share one slice.
 */
export class TimeSlice {
  readonly #ms: number;
  #started = performance.now();

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** Await it between batches; it waits only when the slice is used up. */
  async yieldIfUsedUp(): Promise<void> {
    if (performance.now() - this.#started < this.#ms) return;
    await ownTurn();
    this.#started = performance.now();
  }
}
