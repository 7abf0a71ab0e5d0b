import type { ProjectionKey, ReadModelStore } from '../projections/read-models/read-model-store.ts';

/**
 * How far the read models have come that this process reads, wherever they are built. Those of a release with a higher
 * version begin empty, beside the ones that the nodes of the release before go on reading.
 */
export interface FirstBuild {
  /** Names of those that have never been seen as far yet as the log was at the start. */
  awaited(): Promise<string[]>;
  /** True once all have come that far; false after `timeoutMs`. */
  caughtUp(timeoutMs: number): Promise<boolean>;
}

/** @param head of the log, at the start of this process */
export function firstBuildOf(
  store: Pick<ReadModelStore, 'open'>,
  projections: readonly ProjectionKey[],
  head: bigint | undefined,
): FirstBuild {
  if (head === undefined) return { awaited: async () => [], caughtUp: async () => true };
  const missing = new Set(projections);
  const look = async (projection: ProjectionKey) => {
    const position = await store.open(projection).position();
    if (position !== undefined && position >= head) missing.delete(projection);
  };
  return {
    async awaited() {
      await Promise.all([...missing].map(look));
      return [...missing].map(({ name }) => name);
    },
    async caughtUp(timeoutMs) {
      const reached = projections.map((projection) => store.open(projection).waitFor(head, timeoutMs));
      return !(await Promise.all(reached)).includes(false);
    },
  };
}
