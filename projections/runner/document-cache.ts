/** A document as the store holds it, or will once the batch is committed. */
export interface KnownDocument {
  /** Undefined when there is none. */
  readonly value: object | undefined;
  /** Position of the event that changed it last; 0 when it was only loaded. */
  readonly position: bigint;
}

/**
 * The documents of one collection that a runner has loaded or written. What it knows stays true without asking the store
 * again, for as long as its own commits succeed: each is refused once somebody else has written.
 *
 * Bounded by two generations: when the young one is full it becomes the old one, and what was not asked for since the
 * last change of generations is forgotten.
 */
export class DocumentCache {
  readonly #limit: number;
  #young = new Map<string, KnownDocument>();
  #old = new Map<string, KnownDocument>();

  /** @param limit how many documents a generation holds between batches; a single batch may go past it */
  constructor(limit: number) {
    this.#limit = limit;
  }

  find(id: string): KnownDocument | undefined {
    const young = this.#young.get(id);
    if (young !== undefined) return young;
    const old = this.#old.get(id);
    if (old !== undefined) this.#young.set(id, old);
    return old;
  }

  add(id: string, document: KnownDocument): void {
    this.#young.set(id, document);
  }

  /** To be called between batches only: a batch must find what was loaded for it. */
  age(): void {
    if (this.#young.size <= this.#limit) return;
    this.#old = this.#young;
    this.#young = new Map();
  }
}
