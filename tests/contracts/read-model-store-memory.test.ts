import { describe } from 'vitest';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import type { ReadModel, Write } from '../../projections/read-models/read-model-store.ts';
import { restored } from '../support/snapshot-of.ts';
import { randomWritesContract } from './read-model-store/random-writes.ts';
import { readModelStoreContract } from './read-model-store.ts';

readModelStoreContract('memory', async () => {
  const store = new MemoryReadModels();
  return { store, close: () => store.close() };
});

/** The model of a process that restarts after each commit. */
function restartingModel(): Pick<ReadModel, 'commit' | 'getMany' | 'range' | 'scores'> {
  let model = new MemoryReadModels().open({ name: 'dishes', version: 1 });
  return {
    commit: async (expected: bigint | undefined, next: bigint, writes: readonly Write[]) => {
      await model.commit(expected, next, writes);
      model = await restored(model);
    },
    getMany: (collection, ids) => model.getMany(collection, ids),
    range: (index, options) => model.range(index, options),
    scores: (index, members) => model.scores(index, members),
  };
}

describe('memory, restored from a snapshot after each commit', () => randomWritesContract(restartingModel));
