import type { Workspace } from '../definitions/projection.ts';
import { assertScore, type IndexEntry, type Write } from '../read-models/read-model-store.ts';
import { DocumentCache, type KnownDocument } from './document-cache.ts';
import { IndexChanges } from './index-changes.ts';

/** The entries of the ranges that the event in hand asked for, by index, as they were when it came. */
export type EventRanges = ReadonlyMap<string, readonly IndexEntry[]>;

const noRanges: EventRanges = new Map();
const knownPerCollection = 8_192;

/** What is known of a collection's documents, and those changed since the last commit. */
interface Collection {
  readonly known: DocumentCache;
  changed: Map<string, KnownDocument>;
}

/**
 * The workspace of one runner, from batch to batch: what a batch changes is collected until it is committed, and what
 * was loaded or committed is known to the next batches. After a failure it is thrown away.
 */
export class BatchWorkspace implements Workspace {
  readonly #collections = new Map<string, Collection>();
  #indexes = new Map<string, IndexChanges>();
  #changes = 0;
  #position = 0n;
  #ranges = noRanges;

  /** How often something was changed since the last commit: no less than the writes that it will take. */
  get changes(): number {
    return this.#changes;
  }

  knows(collection: string, id: string): boolean {
    return this.#collections.get(collection)?.known.find(id) !== undefined;
  }

  /** What the store holds under this id. */
  learn(collection: string, id: string, value: object | undefined): void {
    const { known } = this.#collection(collection);
    if (known.find(id) === undefined) known.add(id, { value, position: 0n });
  }

  changesOf(index: string): IndexChanges | undefined {
    return this.#indexes.get(index);
  }

  /** The next event: its position is the version of the documents that it puts. */
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

  /** The changes since the last time, one write for each document and entry; from here on they count as committed. */
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
      collection = { known: new DocumentCache(knownPerCollection), changed: new Map() };
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
