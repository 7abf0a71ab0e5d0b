import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import { readModelStoreContract } from './read-model-store.ts';

readModelStoreContract('memory', async () => {
  const store = new MemoryReadModels();
  return { store, close: () => store.close() };
});
