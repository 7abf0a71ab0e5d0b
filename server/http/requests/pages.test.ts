import { expect, test } from 'vitest';
import { MemoryReadModels } from '../../../projections/read-models/memory/memory-read-models.ts';
import { pageOf } from './pages.ts';

async function openPosts(count: number) {
  const model = new MemoryReadModels().open({ name: 'posts', version: 1 });
  const writes = Array.from({ length: count }, (_, n) => [
    { kind: 'put', collection: 'posts', id: `${n}`, value: { id: n }, position: 1n } as const,
    { kind: 'index', index: 'newest', member: `${n}`, score: n } as const,
  ]);
  await model.commit(undefined, 1n, writes.flat());
  return model;
}
const newest = { index: 'newest', collection: 'posts', cursor: undefined };

test('the last page has no cursor, also if it is full', async () => {
  const model = await openPosts(2);
  const page = JSON.parse(await pageOf(model, { ...newest, limit: 2 }));
  expect(page).toEqual({ items: [{ id: 1 }, { id: 0 }], nextCursor: null });
});

test('each document has the like of the reader', async () => {
  const model = await openPosts(3);
  const likedByReader = async (ids: readonly string[]) => ids.map((id) => id !== '1');
  const { items } = JSON.parse(await pageOf(model, { ...newest, limit: 3, likedByReader }));
  expect(items).toMatchObject([
    { id: 2, likedByMe: true },
    { id: 1, likedByMe: false },
    { id: 0, likedByMe: true },
  ]);
});
