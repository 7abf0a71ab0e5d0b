/** Measures how long reads wait in a process whose thread has other work. */

const intervalMs = 2;

export class ReadPauses {
  #reads = 0;
  #longestMs = 0;
  #longestWallMs = 0;
  #isEnding = false;
  readonly #reading: Promise<void>;

  /** Reads every 2 ms until `end`. */
  constructor(read: () => Promise<unknown>) {
    this.#reading = this.#read(read);
  }

  /**
   * `longestMs`: of the read that waited longest, the time in which this thread computed, so that a busy machine does not
   * count; `longestWallMs`: by the clock.
   */
  async end(): Promise<{ readonly reads: number; readonly longestMs: number; readonly longestWallMs: number }> {
    this.#isEnding = true;
    await this.#reading;
    return { reads: this.#reads, longestMs: this.#longestMs, longestWallMs: this.#longestWallMs };
  }

  async #read(read: () => Promise<unknown>): Promise<void> {
    while (!this.#isEnding) {
      const startedAt = performance.now();
      const before = process.threadCpuUsage();
      // A request arrives at any time: it waits for the turn that is under way, and then for its own.
      await new Promise((resolve) => setTimeout(resolve, intervalMs));
      await read();
      const wallMs = performance.now() - startedAt - intervalMs;
      const { user, system } = process.threadCpuUsage(before);
      this.#reads += 1;
      this.#longestMs = Math.max(this.#longestMs, Math.min(wallMs, (user + system) / 1_000));
      this.#longestWallMs = Math.max(this.#longestWallMs, wallMs);
    }
  }
}
