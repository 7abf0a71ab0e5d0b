/** An iteration whose next items can be seen before they are taken. */
export class Lookahead<Item> {
  readonly #source: AsyncIterator<Item, void>;
  readonly #seen: Item[] = [];
  #ended = false;

  constructor(source: AsyncIterator<Item, void>) {
    this.#source = source;
  }

  /** The next item, undefined at the end. */
  async next(): Promise<Item | undefined> {
    if (this.#seen.length === 0) await this.see(1);
    return this.#seen[0];
  }

  /** The next `count` items; fewer at the end. */
  async see(count: number): Promise<readonly Item[]> {
    while (this.#seen.length < count && !this.#ended) {
      const { value, done } = await this.#source.next();
      if (done) this.#ended = true;
      else this.#seen.push(value);
    }
    return this.#seen;
  }

  /** Takes items that were seen. */
  take(count: number): Item[] {
    return this.#seen.splice(0, count);
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
