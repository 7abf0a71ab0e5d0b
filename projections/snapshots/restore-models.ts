import type { Snapshot } from '../read-models/memory/snapshot-format.ts';
import type { ProjectionKey } from '../read-models/read-model-store.ts';
import { type FindOptions, findSnapshot } from './find-snapshot.ts';

/** What is in this process's memory, and was not built yet. */
export interface Snapshotted {
  readonly projection: ProjectionKey;
  restore(snapshot: Snapshot): void;
}

/** Lets each begin where its snapshot was taken. @returns the position from which on all of them have to be built */
export async function restoreModels(options: FindOptions, models: readonly Snapshotted[]): Promise<bigint> {
  let covered: bigint | undefined;
  for (const model of models) {
    const snapshot = await findSnapshot(options, model.projection);
    if (snapshot) model.restore(snapshot);
    const position = BigInt(snapshot?.head.position ?? 0);
    if (covered === undefined || position < covered) covered = position;
  }
  return covered ?? 0n;
}
