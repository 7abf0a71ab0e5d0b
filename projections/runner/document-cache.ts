/** A document as the store holds it, or will hold it once the batch is committed. */
export interface KnownDocument {
  /** Undefined when the store has no such document. */
  readonly value: object | undefined;
  /** Position of the event that last changed it; 0 when it was only loaded. */
  readonly position: bigint;
}

/**
 * The documents of one collection that a runner has loaded or written. They stay valid without further reads while the
 * runner's commits succeed: the store refuses a commit once another runner has written.
 *
 * Bounded by two generations: a full young generation becomes the old one, and documents unused since the previous switch
 * are evicted.
 */
export class DocumentCache {
  readonly #maxYoung: number;
  #young = new Map<string, KnownDocument>();
  #old = new Map<string, KnownDocument>();

  /** @param maxYoung documents of a generation between batches; a single batch may exceed it */
  constructor(maxYoung: number) {
    this.#maxYoung = maxYoung;
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

  /** Call it between batches only: a batch must find the documents that were loaded for it. */
  age(): void {
    if (this.#young.size <= this.#maxYoung) return;
    this.#old = this.#young;
    this.#young = new Map();
  }
}
