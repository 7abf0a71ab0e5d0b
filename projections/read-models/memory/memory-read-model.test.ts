import { expect, test } from 'vitest';
import type { Write } from '../read-model-store.ts';
import { MemoryReadModels } from './memory-read-models.ts';

const put = (id: string): Write => ({ kind: 'put', collection: 'dishes', id, value: {}, position: 1n });

test('a rebuild that still folds after its switch changes nothing in what readers have', async () => {
  const store = new MemoryReadModels();
  const projection = { name: 'dishes', version: 1 };
  const rebuilt = store.open({ ...projection, generation: 'g1' });
  const live = store.open(projection);
  await live.commit(undefined, 1n, [put('soup')]);
  await rebuilt.commit(undefined, 1n, [put('soup')]);
  expect(await store.switchTo({ ...projection, generation: 'g1' })).toBe(true);
  await rebuilt.commit((await rebuilt.resume())?.position, 2n, [put('stew')]);
  expect(await live.load('dishes', ['soup', 'stew'])).toEqual([{}, undefined]);
  expect(await live.checkpoint()).toBe(1n);
});
