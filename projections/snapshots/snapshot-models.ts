import type { Projection } from '../definitions/projection.ts';
import { MemoryReadModel } from '../read-models/memory/memory-read-model.ts';
import { SnapshotFolder } from '../read-models/memory/snapshot-folder.ts';
import { SnapshotUnreadable } from '../read-models/memory/snapshot-format.ts';

/** A snapshot as a read model, or why it cannot be read. The model is undefined if there is no snapshot. */
export type StoredModel = { readonly definition: Projection } & (
  | { readonly model: MemoryReadModel | undefined; readonly problem?: undefined }
  | { readonly model?: undefined; readonly problem: string }
);

/** Reads the snapshot of a projection, without a look at the log. @param generation that a start continues from */
export async function readStoredModel(
  folder: string,
  definition: Projection,
  generation: string | undefined,
): Promise<StoredModel> {
  const { name, version } = definition;
  try {
    const snapshot = await new SnapshotFolder(folder).read({ name, version, generation });
    if (snapshot === undefined) return { definition, model: undefined };
    const model = new MemoryReadModel(definition);
    model.restore(snapshot);
    return { definition, model };
  } catch (error) {
    if (!(error instanceof SnapshotUnreadable)) throw error;
    return { definition, problem: `its snapshot cannot be used: ${error.message}` };
  }
}
