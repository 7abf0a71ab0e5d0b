import { type ProjectionKey, type ReadModelStore, versionedName } from '../read-model-store.ts';
import { MemoryReadModel } from './memory-read-model.ts';

/** Read models in this process's memory, gone with it: at start they are built from the log, or go on from snapshots. */
export class MemoryReadModels implements ReadModelStore {
  readonly #models = new Map<string, MemoryReadModel>();

  /** The same projection twice is the same model. */
  open(projection: ProjectionKey): MemoryReadModel {
    const key = versionedName(projection);
    let model = this.#models.get(key);
    if (model === undefined) {
      model = new MemoryReadModel(projection);
      this.#models.set(key, model);
    }
    return model;
  }

  async ping(): Promise<void> {}

  async close(): Promise<void> {
    for (const model of this.#models.values()) model.close();
  }
}
