import type { Snapshot } from '../read-models/memory/snapshot-format.ts';
import type { ProjectionKey } from '../read-models/read-model-store.ts';
import { type FindOptions, findSnapshot } from './find-snapshot.ts';

/** What is in this process's memory. */
export interface Snapshotted {
  readonly projection: ProjectionKey;
  restore(snapshot: Snapshot): void;
  /** Undefined until something is in it. */
  position(): Promise<bigint | undefined>;
}

/** Lets each begin where its snapshot was taken. @returns those that have none */
export async function restoreModels(options: FindOptions, models: readonly Snapshotted[]): Promise<Snapshotted[]> {
  const missing: Snapshotted[] = [];
  for (const model of models) {
    const snapshot = await findSnapshot(options, model.projection);
    if (snapshot) model.restore(snapshot);
    else missing.push(model);
  }
  return missing;
}

/** The position from which on all of them have to be built. */
export async function covered(models: readonly Snapshotted[]): Promise<bigint> {
  const positions = await Promise.all(models.map((model) => model.position()));
  return positions.reduce<bigint>((least, position = 0n) => (position < least ? position : least), positions[0] ?? 0n);
}
