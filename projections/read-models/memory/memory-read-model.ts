import { PositionWaits } from '../position-waits.ts';
import {
  assertScore,
  type Checkpoint,
  CheckpointConflict,
  type DocumentWithProgress,
  type IndexEntry,
  type LocalReadModel,
  type Progress,
  type ProjectionKey,
  type RangeOptions,
  type ReadModel,
  type Stale,
  type StoredDocument,
  type Write,
} from '../read-model-store.ts';
import { type Held, MemoryContents } from './memory-contents.ts';
import { Slot } from './memory-document.ts';
import type { Snapshot, SnapshotItem, SnapshotPart } from './snapshot-format.ts';
import { SortedIndex } from './sorted-index.ts';

/** A snapshot part ends at either limit: items, or bytes of text. */
const maxPart = { items: 8_192, bytes: 8 * 1024 * 1024 };

/** One projection in this process's memory. Each method completes its work before it returns its promise. */
export class MemoryReadModel implements ReadModel {
  readonly local: LocalReadModel = {
    begin: (expected) => this.#begin(expected),
    document: (collection, id) => this.#held.collections.get(collection)?.get(id)?.value,
    range: (index, options) => this.#held.indexes.get(index)?.range(options) ?? [],
    apply: (write) => this.#apply(write),
    end: (next, eventId) => this.#end(next, eventId),
  };
  #projection: ProjectionKey;
  #held: Held = { collections: new Map(), indexes: new Map() };
  readonly contents = new MemoryContents(
    () => this.#held,
    () => this.#checkpoint,
  );
  readonly #waits = new PositionWaits();
  #checkpoint: bigint | undefined;
  #eventId: string | undefined;
  /** See `beginBuild`. */
  #target: bigint | undefined;
  #stale: Stale | undefined;

  constructor(projection: ProjectionKey) {
    this.#projection = projection;
  }

  /** With the generation that it holds. */
  get projection(): ProjectionKey {
    return this.#projection;
  }

  async get(collection: string, id: string): Promise<StoredDocument | undefined> {
    return this.#held.collections.get(collection)?.get(id)?.document;
  }

  async getMany(collection: string, ids: readonly string[]): Promise<(StoredDocument | undefined)[]> {
    const documents = this.#held.collections.get(collection);
    return ids.map((id) => documents?.get(id)?.document);
  }

  async range(index: string, options: RangeOptions): Promise<IndexEntry[]> {
    return this.local.range(index, options);
  }

  async scores(index: string, members: readonly string[]): Promise<(number | undefined)[]> {
    const entries = this.#held.indexes.get(index);
    return members.map((member) => entries?.score(member));
  }

  waitFor(position: bigint, timeoutMs: number): Promise<boolean> {
    return this.#waits.wait(position, timeoutMs);
  }

  async position(): Promise<bigint | undefined> {
    return this.#checkpoint;
  }

  async progress(): Promise<Progress> {
    return { position: this.#checkpoint, stale: this.#stale };
  }

  async getWithProgress(collection: string, id: string): Promise<DocumentWithProgress> {
    const progress = { position: this.#checkpoint, stale: this.#stale };
    return { document: await this.get(collection, id), progress };
  }

  /** See `ReadModelStore.serve`. */
  get isServed(): boolean {
    if (this.#checkpoint === undefined) return false;
    if (this.#stale !== undefined) return this.#held.collections.size > 0 || this.#held.indexes.size > 0;
    return this.#target === undefined || this.#checkpoint >= this.#target;
  }

  beginBuild(target: bigint): void {
    this.#target = target;
  }

  async markStale(position: bigint, stale: Stale): Promise<void> {
    if (position !== this.#checkpoint) return;
    this.#stale = stale;
    // What is served once goes on from there.
    this.#target = undefined;
  }

  committed(): Promise<Checkpoint | undefined> {
    return this.resume();
  }

  async checkpoint(): Promise<bigint | undefined> {
    return this.#checkpoint;
  }

  async resume(): Promise<Checkpoint | undefined> {
    return this.#checkpoint === undefined ? undefined : { position: this.#checkpoint, eventId: this.#eventId };
  }

  async load(collection: string, ids: readonly string[]): Promise<(object | undefined)[]> {
    const documents = this.#held.collections.get(collection);
    return ids.map((id) => documents?.get(id)?.value);
  }

  async commit(expected: bigint | undefined, next: bigint, writes: readonly Write[], eventId?: string): Promise<void> {
    this.#begin(expected);
    for (const write of writes) if (write.kind === 'index') assertScore(write.score);
    for (const write of writes) this.#apply(write);
    this.#end(next, eventId);
  }

  async clear(expected: bigint | undefined): Promise<void> {
    this.#begin(expected);
    this.#held.collections.clear();
    this.#held.indexes.clear();
    this.#checkpoint = undefined;
    this.#stale = undefined;
    this.#waits.reached(undefined);
  }

  /** The whole content, for a snapshot. There must be no commit until all parts are consumed. */
  *parts(): Generator<SnapshotPart, void> {
    for (const [collection, documents] of this.#held.collections) yield* partsOf(collection, documentItems(documents));
    yield* partsOf(null, indexItems(this.#held.indexes));
  }

  /** Loads a snapshot. @throws CheckpointConflict when the model is not empty */
  restore({ head, parts }: Snapshot): void {
    this.#begin(undefined);
    for (const { collection, items } of parts) {
      if (collection === null) {
        for (const { id, number, stored } of items) {
          this.#held.indexes.set(id, SortedIndex.restored({ text: stored, count: Number(number) }));
        }
      } else {
        const documents = this.#collection(collection);
        for (const { id, number, stored } of items) documents.set(id, new Slot(stored, number));
      }
    }
    this.#end(BigInt(head.position), head.eventId);
  }

  /**
   * Takes over what a rebuild has made, if that is at the same position. Readers and the runner keep this object, and go
   * on with the next call.
   * @returns whether it was at the same position
   */
  replaceBy(rebuilt: MemoryReadModel): boolean {
    if (rebuilt.#checkpoint !== this.#checkpoint) return false;
    this.#held = rebuilt.#held;
    this.#eventId = rebuilt.#eventId ?? this.#eventId;
    this.#projection = rebuilt.#projection;
    // Nothing that still folds into it may change what this model now holds.
    rebuilt.#held = { collections: new Map(), indexes: new Map() };
    rebuilt.#checkpoint = undefined;
    return true;
  }

  close(): void {
    this.#waits.close();
  }

  #begin(expected: bigint | undefined): void {
    if (this.#checkpoint !== expected) throw new CheckpointConflict(this.#projection, expected, this.#checkpoint);
  }

  #end(next: bigint, eventId: string | undefined): void {
    this.#checkpoint = next;
    this.#eventId = eventId;
    this.#stale = undefined;
    this.#waits.reached(next);
  }

  #apply(write: Write): void {
    switch (write.kind) {
      case 'put': {
        const documents = this.#collection(write.collection);
        const slot = documents.get(write.id);
        if (slot === undefined) documents.set(write.id, new Slot(write.value, write.position));
        else slot.put(write.value, write.position);
        break;
      }
      case 'remove':
        this.#held.collections.get(write.collection)?.delete(write.id);
        break;
      case 'index':
        this.#index(write.index).set(write.member, write.score);
        break;
      case 'unindex': {
        const index = this.#held.indexes.get(write.index);
        index?.delete(write.member);
        if (index?.count === 0) this.#held.indexes.delete(write.index);
        break;
      }
      case 'dropIndex':
        this.#held.indexes.delete(write.index);
        break;
    }
  }

  #collection(name: string): Map<string, Slot> {
    let documents = this.#held.collections.get(name);
    if (documents === undefined) {
      documents = new Map();
      this.#held.collections.set(name, documents);
    }
    return documents;
  }

  #index(name: string): SortedIndex {
    let index = this.#held.indexes.get(name);
    if (index === undefined) {
      index = new SortedIndex();
      this.#held.indexes.set(name, index);
    }
    return index;
  }
}

function* documentItems(documents: ReadonlyMap<string, Slot>): Generator<SnapshotItem, void> {
  for (const [id, { position, stored }] of documents) yield { id, number: position, stored };
}

function* indexItems(indexes: ReadonlyMap<string, SortedIndex>): Generator<SnapshotItem, void> {
  for (const [id, { stored }] of indexes) yield { id, number: BigInt(stored.count), stored: stored.text };
}

function* partsOf(collection: string | null, all: Iterable<SnapshotItem>): Generator<SnapshotPart, void> {
  let items: SnapshotItem[] = [];
  let bytes = 0;
  for (const item of all) {
    items.push(item);
    bytes += item.stored.size;
    if (items.length < maxPart.items && bytes < maxPart.bytes) continue;
    yield { collection, items };
    items = [];
    bytes = 0;
  }
  if (items.length > 0) yield { collection, items };
}
