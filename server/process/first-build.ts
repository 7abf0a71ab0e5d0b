import type { ProjectionKey, ReadModelStore } from '../../projections/read-models/read-model-store.ts';
import { withinTime } from '../core/timing/within-time.ts';

const timeoutMs = 2_000;

/**
 * Names of the read models, of those that this process reads, that have not been seen yet as far as the log was at its start,
 * whoever builds them. Those of a release with a higher version begin empty, beside the ones that the nodes of the release
 * before go on reading: until they have come so far, this node is not ready. It answers all the same, because where nobody
 * projects, what was projected before is still there to be read.
 * @throws TimedOut, and what the store throws
 */
export type FirstBuild = () => Promise<string[]>;

/** @param head of the log, at the start of this process */
export function firstBuildOf(
  store: Pick<ReadModelStore, 'open'>,
  projections: readonly ProjectionKey[],
  head: bigint | undefined,
): FirstBuild {
  const missing = new Set(head === undefined ? [] : projections);
  const look = async (projection: ProjectionKey) => {
    const position = await store.open(projection).position();
    if (head !== undefined && position !== undefined && position >= head) missing.delete(projection);
  };
  return async () => {
    await withinTime(Promise.all([...missing].map(look)), timeoutMs);
    return [...missing].map(({ name }) => name);
  };
}
