import { type ProjectionKey, type ReadModelStore, versionedName } from '../read-model-store.ts';
import { MemoryReadModel } from './memory-read-model.ts';

/** Read models in this process's memory. Each start rebuilds them from the log, or from snapshots and newer events. */
export class MemoryReadModels implements ReadModelStore {
  readonly #models = new Map<string, MemoryReadModel>();

  /** Returns the same model for the same projection and version. */
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
