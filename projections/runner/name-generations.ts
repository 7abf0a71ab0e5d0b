import type { ProjectionKey, ReadModelStore } from '../read-models/read-model-store.ts';
import type { Controls } from './control.ts';

/**
 * Gives empty read models the generation that is recorded as live. So they continue from its snapshot, not from one of a
 * generation that it has replaced, and a rebuild is not made again after what it has made was lost and built from nothing.
 */
export async function nameGenerations(
  store: ReadModelStore,
  projections: readonly ProjectionKey[],
  controls: Pick<Controls, 'completedGeneration'>,
): Promise<void> {
  for (const projection of projections) {
    const { name, version } = projection;
    const generation = controls.completedGeneration(projection);
    if (generation !== undefined) await store.switchTo({ name, version, generation });
  }
}
