import { expect, it } from 'vitest';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import { createPlaylistRecipes } from './playlist-recipes.ts';

/** A read model that knows the recipe from this position on. */
function modelAt(position: bigint, knowsFrom: bigint): ReadModelReader {
  let current = position;
  const document = () => (current >= knowsFrom ? { json: '{}', position: knowsFrom } : undefined);
  return {
    get: async () => document(),
    getMany: async (_collection, ids) => ids.map(document),
    range: async () => [],
    scores: async () => [],
    position: async () => current,
    progress: async () => ({ position: current, stale: undefined }),
    getWithProgress: async () => ({ document: document(), progress: { position: current, stale: undefined } }),
    waitFor: async (wanted) => {
      current = wanted > current ? wanted : current;
      return true;
    },
  };
}

it('a recipe that others are shown already is not missing because playlists lag behind', async () => {
  const deadline = performance.now() + 10_000;
  expect(await createPlaylistRecipes(modelAt(5n, 7n), modelAt(7n, 7n)).missing(['soup'], deadline)).toEqual([]);
  expect(await createPlaylistRecipes(modelAt(5n, 9n), modelAt(7n, 9n)).missing(['soup'], deadline)).toEqual(['soup']);
});
