import type { Snapshot } from '../read-models/memory/snapshot-format.ts';
import type { ProjectionKey } from '../read-models/read-model-store.ts';
import { type FindOptions, findSnapshot } from './find-snapshot.ts';

/** A model in this process's memory. */
export interface SnapshotModel {
  readonly projection: ProjectionKey;
  restore(snapshot: Snapshot): void;
  /** Undefined while it is empty. */
  position(): Promise<bigint | undefined>;
}

/**
 * Restores each model from its snapshot.
 * @param from the lowest position of a snapshot that is restored
 * @returns the models without one
 */
export async function restoreModels(
  options: FindOptions,
  models: readonly SnapshotModel[],
  from = 0n,
): Promise<SnapshotModel[]> {
  const missing: SnapshotModel[] = [];
  for (const model of models) {
    const snapshot = await findSnapshot(options, model.projection);
    if (snapshot && BigInt(snapshot.head.position) >= from) model.restore(snapshot);
    else missing.push(model);
  }
  return missing;
}

/** The lowest position among the models: events up to here are in all of them. */
export async function coveredPosition(models: readonly SnapshotModel[]): Promise<bigint> {
  const positions = await Promise.all(models.map((model) => model.position()));
  return positions.reduce<bigint>((min, position = 0n) => (position < min ? position : min), positions[0] ?? 0n);
}
