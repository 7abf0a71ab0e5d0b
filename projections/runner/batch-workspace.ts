import type { Workspace } from '../definitions/projection.ts';
import { assertScore, type IndexEntry, type Write } from '../read-models/read-model-store.ts';
import { DocumentCache, type KnownDocument } from './document-cache.ts';
import { IndexChanges } from './index-changes.ts';

/** The entries of the ranges that the current event needs, by index, as they were before it. */
export type EventRanges = ReadonlyMap<string, readonly IndexEntry[]>;

const noRanges: EventRanges = new Map();
const maxKnownPerCollection = 8_192;

/** A collection's known documents, and those changed since the last commit. */
interface Collection {
  readonly known: DocumentCache;
  changed: Map<string, KnownDocument>;
}

/**
 * The workspace of one runner across batches: collects a batch's changes until they are committed, and keeps loaded and
 * committed documents for the next batches. Discarded after a failure.
 */
export class BatchWorkspace implements Workspace {
  readonly #collections = new Map<string, Collection>();
  #indexes = new Map<string, IndexChanges>();
  #changes = 0;
  #position = 0n;
  #ranges = noRanges;

  /** Number of changes since the last commit: an upper bound for its writes. */
  get changes(): number {
    return this.#changes;
  }

  knows(collection: string, id: string): boolean {
    return this.#collections.get(collection)?.known.find(id) !== undefined;
  }

  /** Records what the store holds under this id; a change that is not committed yet wins. */
  learn(collection: string, id: string, value: object | undefined): void {
    const { known } = this.#collection(collection);
    if (known.find(id) === undefined) known.add(id, { value, position: 0n });
  }

  changesOf(index: string): IndexChanges | undefined {
    return this.#indexes.get(index);
  }

  /** Starts the next event: its position becomes the version of the documents that it puts. */
  begin(position: bigint, ranges: EventRanges = noRanges): void {
    this.#position = position;
    this.#ranges = ranges;
  }

  get<T extends object>(collection: string, id: string): T | undefined;
  get(collection: string, id: string): object | undefined {
    const document = this.#collections.get(collection)?.known.find(id);
    if (document === undefined)
      throw new Error(`The projection reads ${collection}/${id}, which its needs do not name`);
    return document.value;
  }

  range(index: string): readonly IndexEntry[] {
    const entries = this.#ranges.get(index);
    if (entries === undefined) throw new Error(`The projection reads the range ${index}, which its needs do not name`);
    return entries;
  }

  put(collection: string, id: string, value: object): void {
    this.#change(collection, id, value);
  }

  remove(collection: string, id: string): void {
    this.#change(collection, id, undefined);
  }

  index(index: string, member: string, score: number): void {
    assertScore(score);
    this.#index(index).set(member, score);
  }

  unindex(index: string, member: string): void {
    this.#index(index).set(member, undefined);
  }

  dropIndex(index: string): void {
    this.#index(index).drop();
  }

  /** Returns the changes since the last call, one write per document and entry, and treats them as committed. */
  takeWrites(): Write[] {
    const writes: Write[] = [];
    for (const [name, collection] of this.#collections) {
      collection.known.age();
      if (collection.changed.size === 0) continue;
      for (const [id, { value, position }] of collection.changed) {
        writes.push(
          value === undefined
            ? { kind: 'remove', collection: name, id }
            : { kind: 'put', collection: name, id, value, position },
        );
      }
      collection.changed = new Map();
    }
    for (const changes of this.#indexes.values()) changes.appendWrites(writes);
    if (this.#indexes.size > 0) this.#indexes = new Map();
    this.#changes = 0;
    return writes;
  }

  #change(name: string, id: string, value: object | undefined): void {
    this.#changes++;
    const collection = this.#collection(name);
    const document: KnownDocument = { value, position: this.#position };
    collection.known.add(id, document);
    collection.changed.set(id, document);
  }

  #collection(name: string): Collection {
    let collection = this.#collections.get(name);
    if (collection === undefined) {
      collection = { known: new DocumentCache(maxKnownPerCollection), changed: new Map() };
      this.#collections.set(name, collection);
    }
    return collection;
  }

  #index(index: string): IndexChanges {
    this.#changes++;
    let changes = this.#indexes.get(index);
    if (changes === undefined) {
      changes = new IndexChanges(index);
      this.#indexes.set(index, changes);
    }
    return changes;
  }
}
