import { BloomFilter } from './bloom-filter.ts';

/** A document as the store holds it, or will hold it once the batch is committed. */
export interface CachedDocument {
  /** Undefined when the store has no such document. */
  readonly value: object | undefined;
  /** Position of the event that last changed it; 0 when it was only loaded. */
  readonly position: bigint;
}

/**
 * The documents of one collection that a runner has loaded or written. They stay valid without further reads while the
 * runner's commits succeed: the store refuses a commit once another runner has written.
 *
 * Bounded by two generations: a full young generation becomes the old one, and documents unused since the previous
 * switch are evicted.
 */
export class DocumentCache {
  readonly #maxYoung: number;
  #young = new Map<string, CachedDocument>();
  #old = new Map<string, CachedDocument>();
  readonly #isWhole: boolean;
  /** The ids of evicted documents, unless there are none. */
  #evicted: BloomFilter | undefined;

  /**
   * @param maxYoung documents of a generation between batches; a single batch may exceed it
   * @param isWhole the store has no document of the collection yet, so that all of them pass through this cache
   */
  constructor(maxYoung: number, isWhole = false) {
    this.#maxYoung = maxYoung;
    this.#isWhole = isWhole;
  }

  find(id: string): CachedDocument | undefined {
    const young = this.#young.get(id);
    if (young !== undefined) return young;
    const old = this.#old.get(id);
    if (old !== undefined) this.#young.set(id, old);
    return old;
  }

  /** Whether the store may have a document that is not found here. */
  mayBeStored(id: string): boolean {
    return !this.#isWhole || (this.#evicted?.has(id) ?? false);
  }

  add(id: string, document: CachedDocument): void {
    this.#young.set(id, document);
  }

  /** Evicts documents. Call it only between batches: a batch must find the documents that were loaded for it. */
  age(): void {
    if (this.#young.size <= this.#maxYoung) return;
    if (this.#isWhole && this.#old.size > 0) {
      this.#evicted ??= new BloomFilter();
      for (const id of this.#old.keys()) if (!this.#young.has(id)) this.#evicted.add(id);
    }
    this.#old = this.#young;
    this.#young = new Map();
  }
}
