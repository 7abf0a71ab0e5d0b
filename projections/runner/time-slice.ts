import { setImmediate } from 'node:timers/promises';

/**
 * Keeps a rebuild from holding up requests: work that goes on without ever waiting lets the event loop turn now and
 * then. One slice is shared by all projections of a process.
 */
export class TimeSlice {
  readonly #ms: number;
  #started = performance.now();

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** To be awaited between two batches; waits only when the slice is used up. */
  async rest(): Promise<void> {
    if (performance.now() - this.#started < this.#ms) return;
    await setImmediate();
    this.#started = performance.now();
  }
}
