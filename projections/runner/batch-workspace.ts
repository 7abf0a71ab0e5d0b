import type { RangePart, Workspace } from '../definitions/projection.ts';
import { assertScore, type IndexEntry, type Write } from '../read-models/read-model-store.ts';
import { BloomFilter } from './bloom-filter.ts';
import { type CachedDocument, DocumentCache } from './document-cache.ts';
import { IndexChanges, type StoredRange } from './index-changes.ts';
import { MissingReads, type ReadableModel, rangeKey } from './missing-reads.ts';

const unchanged = new IndexChanges('');
const emptyRange: StoredRange = { entries: [], complete: true };
const maxCachedPerCollection = 8_192;
/** Entries of a range. Each load folds the batch once more, so a few more are loaded than were asked for. */
const minLoaded = 32;
const growth = 8;

/** A collection's documents as loaded and committed, and those changed since the last commit. */
interface Collection {
  readonly cache: DocumentCache;
  changed: Map<string, CachedDocument>;
}

/**
 * The workspace of one runner across batches: collects a batch's changes until they are committed, and keeps loaded and
 * committed documents for the next batches. Discarded after a failure.
 */
export class BatchWorkspace implements Workspace {
  readonly #collections = new Map<string, Collection>();
  #indexes = new Map<string, IndexChanges>();
  /** Ranges as the store held them before the batch. */
  readonly #ranges = new Map<string, StoredRange>();
  #missing = new MissingReads();
  #changes = 0;
  #position = 0n;
  /** The names of the indexes that were written, if the store was empty before. */
  readonly #written: BloomFilter | undefined;

  /** @param isStoreEmpty what this workspace has not written does not exist: it need not be loaded */
  constructor({ isStoreEmpty = false } = {}) {
    this.#written = isStoreEmpty ? new BloomFilter() : undefined;
  }

  /** Number of changes since the last commit: an upper bound for the writes of the next one. */
  get changes(): number {
    return this.#changes;
  }

  /** Whether an event has read something that is not loaded: its changes and those of later events are then wrong. */
  get hasMissingReads(): boolean {
    return this.#missing.any;
  }

  /** Starts the next event: its position becomes the version of the documents that it puts. */
  begin(position: bigint): void {
    this.#position = position;
  }

  get<T extends object>(collection: string, id: string): T | undefined;
  get(name: string, id: string): object | undefined {
    const { changed, cache } = this.#collection(name);
    const document = changed.get(id) ?? cache.find(id);
    if (document === undefined && cache.mayBeStored(id)) this.#missing.addDocument(name, id);
    return document?.value;
  }

  range(index: string, { direction = 'ascending', limit = Number.MAX_SAFE_INTEGER }: RangePart = {}): IndexEntry[] {
    const isEmpty = this.#written?.has(index) === false;
    const stored = isEmpty ? emptyRange : this.#ranges.get(rangeKey({ index, direction }));
    const entries = stored && (this.#indexes.get(index) ?? unchanged).applyTo(stored, direction, limit);
    if (entries !== undefined) return entries;
    // The stored range is too short if the batch has removed some of its entries.
    const wanted = Math.max(limit, minLoaded, growth * (stored?.entries.length ?? 0));
    this.#missing.addRange({ index, direction, limit: wanted });
    return [];
  }

  /** Loads missing reads and discards the batch's changes: it must be folded again. False if no read is missing. */
  async loadMissing(model: ReadableModel): Promise<boolean> {
    const missing = this.#missing;
    if (!missing.any) return false;
    for (const collection of this.#collections.values()) collection.changed = new Map();
    this.#indexes = new Map();
    this.#changes = 0;
    this.#missing = new MissingReads();
    await missing.load(model, {
      addDocument: (collection, id, value) => this.#collection(collection).cache.add(id, { value, position: 0n }),
      addRange: (range, entries, complete) => this.#ranges.set(rangeKey(range), { entries, complete }),
    });
    return true;
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
      collection.cache.age();
      if (collection.changed.size === 0) continue;
      for (const [id, document] of collection.changed) {
        const { value, position } = document;
        collection.cache.add(id, document);
        writes.push(
          value === undefined
            ? { kind: 'remove', collection: name, id }
            : { kind: 'put', collection: name, id, value, position },
        );
      }
      collection.changed = new Map();
    }
    for (const [index, changes] of this.#indexes) {
      changes.appendWrites(writes);
      this.#written?.add(index);
    }
    if (this.#indexes.size > 0) this.#indexes = new Map();
    this.#ranges.clear();
    this.#changes = 0;
    return writes;
  }

  #change(name: string, id: string, value: object | undefined): void {
    this.#changes++;
    this.#collection(name).changed.set(id, { value, position: this.#position });
  }

  #collection(name: string): Collection {
    let collection = this.#collections.get(name);
    if (collection === undefined) {
      collection = {
        cache: new DocumentCache(maxCachedPerCollection, this.#written !== undefined),
        changed: new Map(),
      };
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
