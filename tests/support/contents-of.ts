import type { MemoryReadModel } from '../../projections/read-models/memory/memory-read-model.ts';

/** All documents and indexes of a model as text, by name, for comparison. */
export function contentsOf(model: MemoryReadModel): Record<string, string> {
  const found: [string, string][] = [];
  for (const { collection, items } of model.parts()) {
    for (const { id, number, stored } of items) {
      found.push([collection === null ? `index ${id}` : `${collection}/${id}`, `${number} ${stored.text}`]);
    }
  }
  return Object.fromEntries(found);
}
