import {
  type Progress,
  type ProjectionKey,
  ReadModelNotBuilt,
  type ReadModelStore,
} from '../../projections/read-models/read-model-store.ts';
import { withTimeout } from '../core/timing/with-timeout.ts';

const timeoutMs = 2_000;

/** The read models that this process reads, by name. */
export interface Builds {
  /**
   * Those that it refuses to read, because their store has lost data, and at first those that have not yet reached the log's
   * head as of its start, whichever node builds them. Read models of a new version begin empty, while nodes of the previous
   * release read the old ones: until the new ones are built, this node is not ready. It still answers requests from those that
   * are behind, because without a projecting node the existing read models can still be read.
   */
  readonly building: readonly string[];
  /** Those that are stale, and are served as they are. */
  readonly stale: readonly StaleModel[];
}

export interface StaleModel {
  readonly name: string;
  /** ISO 8601 */
  readonly since: string;
  /** Position of the event that cannot be folded, a decimal string; undefined when an operator has paused it. */
  readonly failedEvent?: string;
}

/** @throws TimedOut, and the store's errors */
export type ReadBuilds = () => Promise<Builds>;

/** @param head of the log, at the start of this process */
export function trackBuilds(
  store: Pick<ReadModelStore, 'serve'>,
  projections: readonly ProjectionKey[],
  head: bigint | undefined,
): ReadBuilds {
  const behind = new Set(head === undefined ? [] : projections.map(({ name }) => name));
  return async () => {
    const all = await readProgress(store, projections);
    for (const { name, progress } of all) {
      const { position, stale } = progress ?? {};
      // One that is paused is built up to where an operator has paused it.
      const isPaused = stale !== undefined && stale.failedEvent === undefined;
      if (isPaused || (head !== undefined && position !== undefined && position >= head)) behind.delete(name);
    }
    return {
      building: all.flatMap(({ name, progress }) => (progress === undefined || behind.has(name) ? name : [])),
      stale: all.flatMap(({ name, progress }) => staleModel(name, progress)),
    };
  };
}

/** Whether requests are served from all read models. @throws the store's errors */
export const isServed = async (
  store: Pick<ReadModelStore, 'serve'>,
  projections: readonly ProjectionKey[],
): Promise<boolean> => {
  const all = await readProgress(store, projections);
  return all.every(({ progress }) => progress !== undefined);
};

/** Undefined for those that it refuses to read. */
const readProgress = (store: Pick<ReadModelStore, 'serve'>, projections: readonly ProjectionKey[]) =>
  withTimeout(
    Promise.all(
      projections.map(async (projection) => ({
        name: projection.name,
        progress: await store.serve(projection).progress().catch(unlessNotBuilt),
      })),
    ),
    timeoutMs,
  );

function unlessNotBuilt(error: unknown): undefined {
  if (!(error instanceof ReadModelNotBuilt)) throw error;
}

function staleModel(name: string, progress: Progress | undefined): StaleModel[] {
  if (progress?.stale === undefined) return [];
  const { since, failedEvent } = progress.stale;
  return [{ name, since, ...(failedEvent !== undefined && { failedEvent: String(failedEvent) }) }];
}
