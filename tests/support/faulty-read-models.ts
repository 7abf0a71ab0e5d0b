import {
  type ProjectionKey,
  type ReadModel,
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
    const answer = async <T>(reply: () => Promise<T>): Promise<T> => {
      if (this.down) throw new ReadModelUnavailable('The store is down');
      return reply();
    };
    return {
      get: (...args) => answer(() => model.get(...args)),
      getMany: (...args) => answer(() => model.getMany(...args)),
      range: (...args) => answer(() => model.range(...args)),
      scores: (...args) => answer(() => model.scores(...args)),
      waitFor: (...args) => model.waitFor(...args),
      position: () => answer(() => model.position()),
      resume: () => answer(() => model.resume()),
      checkpoint: () => answer(() => model.checkpoint()),
      load: (...args) => answer(() => model.load(...args)),
      clear: (expected) => answer(() => model.clear(expected)),
      commit: (expected, next, writes, eventId) =>
        answer(async () => {
          const fate = this.#fate(writes);
          if (fate === 'refused') throw new ReadModelUnavailable('The store refuses the commit');
          if (fate === 'late') {
            inFlight = () => model.commit(expected, next, writes, eventId);
            throw new ReadModelUnavailable('The connection broke');
          }
          await inFlight?.();
          inFlight = undefined;
          await model.commit(expected, next, writes, eventId);
          if (fate === 'lost') throw new ReadModelUnavailable('The answer was lost');
        }),
    };
  }

  ping(): Promise<void> {
    return this.#store.ping();
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}
