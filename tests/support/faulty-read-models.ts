import {
  type GenerationKey,
  type ProjectionKey,
  type ReadModel,
  type ReadModelReader,
  type ReadModelStore,
  ReadModelUnavailable,
  type Write,
} from '../../projections/read-models/read-model-store.ts';

/**
 * `lost`: the commit succeeds, but its response is lost. `late`: the response is lost, and the commit arrives only just
 * before the next one, as if it had been in flight when the connection broke.
 */
export type CommitFate = 'made' | 'refused' | 'lost' | 'late';

/** A store whose commits fail as the test specifies. */
export class FaultyReadModels implements ReadModelStore {
  readonly #store: ReadModelStore;
  readonly #fate: (writes: readonly Write[]) => CommitFate;
  /** Makes all calls fail. */
  down = false;

  constructor(store: ReadModelStore, fate: (writes: readonly Write[]) => CommitFate = () => 'made') {
    this.#store = store;
    this.#fate = fate;
  }

  open(projection: ProjectionKey): ReadModel {
    const model = this.#store.open(projection);
    let inFlight: (() => Promise<void>) | undefined;
    const unlessDown = async <T>(call: () => Promise<T>): Promise<T> => {
      if (this.down) throw new ReadModelUnavailable('The store is down');
      return call();
    };
    return {
      contents: model.contents,
      get: (...args) => unlessDown(() => model.get(...args)),
      getMany: (...args) => unlessDown(() => model.getMany(...args)),
      range: (...args) => unlessDown(() => model.range(...args)),
      scores: (...args) => unlessDown(() => model.scores(...args)),
      waitFor: (...args) => model.waitFor(...args),
      position: () => unlessDown(() => model.position()),
      progress: () => unlessDown(() => model.progress()),
      getWithProgress: (...args) => unlessDown(() => model.getWithProgress(...args)),
      beginBuild: (target) => model.beginBuild(target),
      markStale: (...args) => unlessDown(() => model.markStale(...args)),
      committed: () => unlessDown(() => model.committed()),
      resume: () => unlessDown(() => model.resume()),
      checkpoint: () => unlessDown(() => model.checkpoint()),
      load: (...args) => unlessDown(() => model.load(...args)),
      clear: (expected) => unlessDown(() => model.clear(expected)),
      commit: (expected, next, writes, eventId) =>
        unlessDown(async () => {
          const fate = this.#fate(writes);
          if (fate === 'refused') throw new ReadModelUnavailable('The store refuses the commit');
          if (fate === 'late') {
            inFlight = () => model.commit(expected, next, writes, eventId);
            throw new ReadModelUnavailable('The connection broke');
          }
          await inFlight?.();
          inFlight = undefined;
          await model.commit(expected, next, writes, eventId);
          if (fate === 'lost') throw new ReadModelUnavailable('The response was lost');
        }),
    };
  }

  serve(projection: ProjectionKey): ReadModelReader {
    return this.#store.serve(projection);
  }

  liveGeneration(projection: ProjectionKey): Promise<string | undefined> {
    return this.#store.liveGeneration(projection);
  }

  switchTo(projection: GenerationKey): Promise<boolean> {
    return this.#store.switchTo(projection);
  }

  removeOthers(projection: ProjectionKey, kept: string | undefined): Promise<void> {
    return this.#store.removeOthers(projection, kept);
  }

  ping(): Promise<void> {
    return this.#store.ping();
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}
