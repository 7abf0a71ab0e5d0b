import { expect, test } from 'vitest';
import { FaultyReadModels } from '../../tests/support/faulty-read-models.ts';
import type { ProjectedEvent, Projection } from '../definitions/projection.ts';
import { MemoryReadModels } from '../read-models/memory/memory-read-models.ts';
import { BatchFold } from './batch-fold.ts';

test('commits early when a few events change much, as a store may refuse a larger commit', async () => {
  const notesPerEvent = 8_000;
  const definition: Projection = {
    name: 'notes',
    version: 1,
    events: { Imported: [] },
    fold: ({ position }, workspace) => {
      for (let n = 0; n < notesPerEvent; n++) workspace.put('notes', `${position}-${n}`, {});
    },
  };
  const imported = Array.from({ length: 4 }, (_, n): ProjectedEvent => {
    const meta = { actor: 'ann', at: '2026-11-20T10:00:00.000Z', schema: 1 };
    return { type: 'Imported', stream: 'notes-1', revision: BigInt(n), position: BigInt(n + 1), data: {}, meta };
  });
  const sizes: number[] = [];
  const store = new FaultyReadModels(new MemoryReadModels(), ({ length }) => {
    sizes.push(length);
    return 'made';
  });
  const model = store.open(definition);
  const fold = new BatchFold(definition, model, { checkpoint: undefined, maxEvents: 500 }, () => {});
  await fold.apply(imported, 4n);
  // The event that passes 20,000 changes is the last one of its commit.
  expect(sizes).toEqual([3 * notesPerEvent, notesPerEvent]);
  expect(await model.checkpoint()).toBe(4n);
});
