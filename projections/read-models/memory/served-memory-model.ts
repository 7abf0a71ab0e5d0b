import {
  type DocumentWithProgress,
  type IndexEntry,
  type Progress,
  type ProjectionKey,
  type RangeOptions,
  ReadModelNotBuilt,
  type ReadModelReader,
  type StoredDocument,
} from '../read-model-store.ts';
import type { MemoryReadModel } from './memory-read-model.ts';

/** See `ReadModelStore.serve`. */
export class ServedMemoryModel implements ReadModelReader {
  readonly #projection: ProjectionKey;
  readonly #model: MemoryReadModel;

  constructor(projection: ProjectionKey, model: MemoryReadModel) {
    this.#projection = projection;
    this.#model = model;
  }

  get(collection: string, id: string): Promise<StoredDocument | undefined> {
    return this.#model.isServed ? this.#model.get(collection, id) : this.#refuse();
  }

  getMany(collection: string, ids: readonly string[]): Promise<(StoredDocument | undefined)[]> {
    return this.#model.isServed ? this.#model.getMany(collection, ids) : this.#refuse();
  }

  range(index: string, options: RangeOptions): Promise<IndexEntry[]> {
    return this.#model.isServed ? this.#model.range(index, options) : this.#refuse();
  }

  scores(index: string, members: readonly string[]): Promise<(number | undefined)[]> {
    return this.#model.isServed ? this.#model.scores(index, members) : this.#refuse();
  }

  position(): Promise<bigint | undefined> {
    return this.#model.isServed ? this.#model.position() : this.#refuse();
  }

  progress(): Promise<Progress> {
    return this.#model.isServed ? this.#model.progress() : this.#refuse();
  }

  getWithProgress(collection: string, id: string): Promise<DocumentWithProgress> {
    return this.#model.isServed ? this.#model.getWithProgress(collection, id) : this.#refuse();
  }

  waitFor(position: bigint, timeoutMs: number): Promise<boolean> {
    return this.#model.waitFor(position, timeoutMs);
  }

  #refuse(): Promise<never> {
    return Promise.reject(new ReadModelNotBuilt(this.#projection));
  }
}
