/** Wakes those who wait for something to happen; who is not waiting misses nothing, since it looks before it waits. */
export class News {
  readonly #listeners = new Set<() => void>();

  tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Calls `listener` with each piece of news until the answer is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}
