import type { ProjectionKey, ReadModelStore } from '../read-models/read-model-store.ts';
import type { Controls } from '../runner/control.ts';

/**
 * Gives empty read models the generation that is recorded as live, so that they continue from its snapshot and not from one
 * of a generation that it has replaced.
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
