import type { Projection } from '../../projections/definitions/projection.ts';
import type { MemoryReadModel } from '../../projections/read-models/memory/memory-read-model.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import type { ReadModel } from '../../projections/read-models/read-model-store.ts';
import { LocalFold } from '../../projections/runner/local-fold.ts';
import { eventsOf, type GivenEvent } from './applied-batches.ts';

/** Folds these events, with consecutive positions, one second apart. */
export function foldedModel(definition: Projection, given: readonly GivenEvent[]): MemoryReadModel {
  const model = new MemoryReadModels().open(definition);
  const events = eventsOf(1, given);
  new LocalFold(definition, model.local, undefined, () => {}).apply(events, events.at(-1)?.position ?? 0n);
  return model;
}

/** The members of an index in descending order, as pages show them. */
export const membersOf = async (model: ReadModel, index: string): Promise<string[]> =>
  (await model.range(index, { direction: 'descending', limit: 1_000 })).map(({ member }) => member);

export async function documentOf<T>(model: ReadModel, collection: string, id: string): Promise<T> {
  const stored = await model.get(collection, id);
  if (!stored) throw new Error(`There is no ${collection}/${id}`);
  return JSON.parse(stored.json);
}
