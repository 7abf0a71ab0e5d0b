import {
  type GenerationKey,
  type ProjectionKey,
  type ReadModelReader,
  type ReadModelStore,
  versionedName,
} from '../read-model-store.ts';
import { MemoryReadModel } from './memory-read-model.ts';
import { ServedMemoryModel } from './served-memory-model.ts';

/** Read models in this process's memory. Each start rebuilds them from the log, or from snapshots and newer events. */
export class MemoryReadModels implements ReadModelStore {
  /** By versioned name. Names without a generation are of live models, whichever generation these hold. */
  readonly #models = new Map<string, MemoryReadModel>();

  /** Returns the same model for the same projection, version and generation. */
  open(projection: ProjectionKey): MemoryReadModel {
    const { name, version, generation } = projection;
    if (generation !== undefined && this.#live(projection).projection.generation === generation) {
      return this.#live(projection);
    }
    return this.#open({ name, version, generation });
  }

  serve(projection: ProjectionKey): ReadModelReader {
    return new ServedMemoryModel(projection, this.#live(projection));
  }

  async liveGeneration(projection: ProjectionKey): Promise<string | undefined> {
    return this.#live(projection).projection.generation;
  }

  async switchTo(projection: GenerationKey): Promise<boolean> {
    const live = this.#live(projection);
    if (live.projection.generation === projection.generation) return true;
    if (!live.replaceBy(this.open(projection))) return false;
    this.#models.delete(versionedName(projection));
    return true;
  }

  async removeOthers({ name, version }: ProjectionKey, kept: string | undefined): Promise<void> {
    for (const [key, { projection }] of this.#models) {
      const { generation } = projection;
      const isLive = key === versionedName({ name, version });
      if (projection.name !== name || projection.version !== version || isLive || generation === kept) continue;
      this.#models.delete(key);
    }
  }

  async ping(): Promise<void> {}

  async close(): Promise<void> {
    for (const model of this.#models.values()) model.close();
  }

  #live({ name, version }: ProjectionKey): MemoryReadModel {
    return this.#open({ name, version });
  }

  #open(projection: ProjectionKey): MemoryReadModel {
    const key = versionedName(projection);
    let model = this.#models.get(key);
    if (model === undefined) {
      model = new MemoryReadModel(projection);
      this.#models.set(key, model);
    }
    return model;
  }
}
