import { expect, test } from 'vitest';
import type { Part } from '../../../projections/read-models/contents.ts';
import { maxSmallIndex } from '../../../projections/read-models/contents.ts';
import type { ReadModel, Write } from '../../../projections/read-models/read-model-store.ts';

const dishes: Part = { kind: 'collection', name: 'dishes' };
const byLikes: Part = { kind: 'index', name: 'by-likes' };
const put = (id: string, n: number, position: bigint, collection = 'dishes'): Write => ({
  kind: 'put',
  collection,
  id,
  value: { n },
  position,
});
const entry = (index: string, member: string, score: number): Write => ({ kind: 'index', index, member, score });
const numbered = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

async function partsOf({ contents }: ReadModel): Promise<string[]> {
  const found = new Set<string>();
  for await (const page of contents.parts()) for (const { kind, name } of page) found.add(`${kind} ${name}`);
  return [...found].sort();
}

async function scanned({ contents }: ReadModel, part: Part) {
  const found = new Map<string, unknown>();
  const positions = new Set<bigint | undefined>();
  for await (const page of contents.scan(part)) {
    positions.add(page.position);
    for (const { key, value } of page.found) {
      found.set(key, typeof value === 'number' ? value : { json: value.json, position: value.position });
    }
  }
  return { found, positions };
}

export const contentsContract = (newModel: () => ReadModel): void => {
  test('lists the collections and indexes that hold something', async () => {
    const [model, other] = [newModel(), newModel()];
    expect(await partsOf(model)).toEqual([]);
    await other.commit(undefined, 1n, [put('a', 1, 1n, 'drinks')]);
    await model.commit(undefined, 1n, [
      ...numbered(1_500, (n) => entry(`of:cook-${n}`, 'a', n)),
      put('a', 1, 1n),
      put('a', 1, 1n, 'emptied'),
      entry('dropped', 'a', 1),
    ]);
    await model.commit(1n, 2n, [
      { kind: 'remove', collection: 'emptied', id: 'a' },
      { kind: 'dropIndex', index: 'dropped' },
    ]);
    const expected = ['collection dishes', ...numbered(1_500, (n) => `index of:cook-${n}`)];
    expect(await partsOf(model)).toEqual(expected.sort());
  });

  test('scans and reads all items together with their position', async () => {
    const model = newModel();
    const count = 3 * maxSmallIndex;
    await model.commit(undefined, 7n, [
      ...numbered(count, (n) => put(`dish ${n} 🍲`, n, BigInt(n))),
      ...numbered(count, (n) => entry('by-likes', `dish ${n} 🍲`, n - 5)),
      entry('small', 'max', Number.MAX_SAFE_INTEGER),
      entry('small', 'min', -Number.MAX_SAFE_INTEGER),
    ]);
    const documents = await scanned(model, dishes);
    expect([...documents.positions]).toEqual([7n]);
    expect(documents.found.size).toBe(count);
    expect(documents.found.get('dish 17 🍲')).toEqual({ json: '{"n":17}', position: 17n });
    expect((await scanned(model, byLikes)).found).toEqual(
      new Map(numbered(count, (n) => [`dish ${n} 🍲`, n - 5] as const)),
    );

    expect(await model.contents.items(dishes, ['dish 2 🍲', 'none'])).toMatchObject({
      position: 7n,
      found: [{ json: '{"n":2}', position: 2n }, undefined],
    });
    expect(await model.contents.items(byLikes, ['none', 'dish 0 🍲'])).toEqual({
      position: 7n,
      found: [undefined, -5],
    });
    const { position, found } = await model.contents.smallIndexes(['none', 'by-likes', 'small']);
    expect(position).toBe(7n);
    expect(found.map((items) => items?.toSorted((a, b) => (a.key < b.key ? -1 : 1)))).toEqual([
      [],
      undefined,
      [
        { key: 'max', value: Number.MAX_SAFE_INTEGER },
        { key: 'min', value: -Number.MAX_SAFE_INTEGER },
      ],
    ]);
  });

  test('has no position and nothing to scan before the first commit', async () => {
    const { contents } = newModel();
    expect(await contents.items(dishes, ['a'])).toEqual({ position: undefined, found: [undefined] });
    expect(await contents.smallIndexes(['by-likes'])).toEqual({ position: undefined, found: [[]] });
  });

  test('scans every item that is there all the time while others are added, changed and removed', async () => {
    const model = newModel();
    const count = 2_000;
    await model.commit(undefined, 1n, [
      ...numbered(count, (n) => put(`kept-${n}`, n, 1n)),
      ...numbered(count, (n) => entry('by-likes', `kept-${n}`, n)),
    ]);
    for (const part of [dishes, byLikes]) {
      const seen = new Set<string>();
      let last = 0n;
      for await (const { position, found } of model.contents.scan(part)) {
        for (const { key } of found) seen.add(key);
        expect(position).toBeGreaterThan(last);
        last = position ?? 0n;
        const n = Number(last);
        await model.commit(last, last + 1n, [
          ...numbered(300, (k) => put(`new-${n}-${k}`, k, last)),
          ...numbered(300, (k) => entry('by-likes', `new-${n}-${k}`, -k)),
          ...numbered(300, (k) => put(`kept-${k}`, -k, last)),
          ...numbered(300, (k) => entry('by-likes', `kept-${k}`, -k)),
          ...numbered(100, (k): Write => ({ kind: 'remove', collection: 'dishes', id: `new-${n - 1}-${k}` })),
          ...numbered(100, (k): Write => ({ kind: 'unindex', index: 'by-likes', member: `new-${n - 1}-${k}` })),
        ]);
        if (n > 40) break;
      }
      expect(numbered(count, (n) => `kept-${n}`).filter((key) => !seen.has(key))).toEqual([]);
    }
  });
};
