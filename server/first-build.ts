import type { ProjectionKey, ReadModelStore } from '../projections/read-models/read-model-store.ts';
import { withinTime } from './timing/within-time.ts';

const timeoutMs = 2_000;

/**
 * How far the read models have come that this process reads, wherever they are built. Those of a release with a higher
 * version begin empty, beside the ones that the nodes of the release before go on reading. Nobody is
 * kept waiting for them: where nobody projects, what was projected before is still there to be read.
 */
export interface FirstBuild {
  /** Names of those that have never been seen as far yet as the log was at the start. */
  awaited(): Promise<string[]>;
  /** Whether all have come that far; false as well where the store does not say so soon. Never rejects. */
  isOver(): Promise<boolean>;
}

/** @param head of the log, at the start of this process */
export function firstBuildOf(
  store: Pick<ReadModelStore, 'open'>,
  projections: readonly ProjectionKey[],
  head: bigint | undefined,
): FirstBuild {
  if (head === undefined) return { awaited: async () => [], isOver: async () => true };
  const missing = new Set(projections);
  const look = async (projection: ProjectionKey) => {
    const position = await store.open(projection).position();
    if (position !== undefined && position >= head) missing.delete(projection);
  };
  const awaited = async () => {
    await Promise.all([...missing].map(look));
    return [...missing].map(({ name }) => name);
  };
  return {
    awaited,
    isOver: () =>
      withinTime(awaited(), timeoutMs).then(
        (names) => names.length === 0,
        () => false,
      ),
  };
}
