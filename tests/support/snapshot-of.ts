import type { MemoryReadModel } from '../../projections/read-models/memory/memory-read-model.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import { decodeSnapshot, encodeSnapshot, type Snapshot } from '../../projections/read-models/memory/snapshot-format.ts';

/** The content of a snapshot file of this model. */
export async function snapshotFileOf(model: MemoryReadModel): Promise<Buffer> {
  const head = { projection: model.projection, position: String((await model.checkpoint()) ?? 0), eventId: 'last' };
  return Buffer.concat([...encodeSnapshot(head, model.parts())]);
}

export const snapshotOf = async (model: MemoryReadModel): Promise<Snapshot> =>
  decodeSnapshot(await snapshotFileOf(model));

/** A copy of the model, restored from its snapshot. */
export async function restored(model: MemoryReadModel): Promise<MemoryReadModel> {
  const copy = new MemoryReadModels().open(model.projection);
  copy.restore(await snapshotOf(model));
  return copy;
}
