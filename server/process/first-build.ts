import type { ProjectionKey, ReadModelStore } from '../../projections/read-models/read-model-store.ts';
import { withTimeout } from '../core/timing/with-timeout.ts';

const timeoutMs = 2_000;

/**
 * Names of the read models that this process reads and that have not yet reached the log's head as of its start,
 * whichever node builds them. Read models of a new version begin empty, while nodes of the previous release read the
 * old ones: until the new ones are built, this node is not ready. It still answers requests, because without a
 * projecting node the existing read models can still be read.
 * @throws TimedOut, and the store's errors
 */
export type FirstBuild = () => Promise<string[]>;

/** @param head of the log, at the start of this process */
export function trackFirstBuild(
  store: Pick<ReadModelStore, 'open'>,
  projections: readonly ProjectionKey[],
  head: bigint | undefined,
): FirstBuild {
  const missing = new Set(head === undefined ? [] : projections);
  const removeIfBuilt = async (projection: ProjectionKey) => {
    const position = await store.open(projection).position();
    if (head !== undefined && position !== undefined && position >= head) missing.delete(projection);
  };
  return async () => {
    await withTimeout(Promise.all([...missing].map(removeIfBuilt)), timeoutMs);
    return [...missing].map(({ name }) => name);
  };
}
