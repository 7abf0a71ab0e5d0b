import { expect, test } from 'vitest';
import type { ReadModel } from '../../../projections/read-models/read-model-store.ts';

export const documentContract = (newModel: () => ReadModel): void => {
  test('returns a document as JSON with the position of its last change', async () => {
    const model = newModel();
    const value = { title: 'Crème brûlée 🍮', servings: 4, tags: [], note: null, left: undefined };
    await model.commit(undefined, 12n, [{ kind: 'put', collection: 'dishes', id: 'a', value, position: 7n }]);
    const stored = await model.get('dishes', 'a');
    expect(stored?.json.toString()).toBe(JSON.stringify(value));
    expect(stored?.position).toBe(7n);
    expect((await model.get('dishes', 'a'))?.json.toString()).toBe(JSON.stringify(value));
  });

  test('stores positions beyond 2^53 exactly', async () => {
    const model = newModel();
    const position = 2n ** 63n - 1n;
    await model.commit(undefined, position, [{ kind: 'put', collection: 'dishes', id: 'a', value: {}, position }]);
    expect((await model.get('dishes', 'a'))?.position).toBe(position);
    expect(await model.checkpoint()).toBe(position);
  });

  test('replaces and removes documents', async () => {
    const model = newModel();
    await model.commit(undefined, 1n, [
      { kind: 'put', collection: 'dishes', id: 'a', value: { n: 1 }, position: 1n },
      { kind: 'put', collection: 'dishes', id: 'b', value: { n: 1 }, position: 1n },
    ]);
    expect((await model.get('dishes', 'a'))?.json.toString()).toBe('{"n":1}');
    await model.commit(1n, 2n, [
      { kind: 'put', collection: 'dishes', id: 'a', value: { n: 2 }, position: 2n },
      { kind: 'remove', collection: 'dishes', id: 'b' },
      { kind: 'remove', collection: 'dishes', id: 'never there' },
    ]);
    expect((await model.get('dishes', 'a'))?.json.toString()).toBe('{"n":2}');
    expect((await model.get('dishes', 'a'))?.position).toBe(2n);
    expect(await model.get('dishes', 'b')).toBeUndefined();
  });

  test('returns many documents in the requested order, undefined for missing ones', async () => {
    const model = newModel();
    await model.commit(undefined, 1n, [
      { kind: 'put', collection: 'dishes', id: 'a', value: { n: 1 }, position: 1n },
      { kind: 'put', collection: 'dishes', id: 'c', value: { n: 3 }, position: 1n },
    ]);
    const many = await model.getMany('dishes', ['c', 'b', 'a', 'c']);
    expect(many.map((stored) => stored?.json.toString())).toEqual(['{"n":3}', undefined, '{"n":1}', '{"n":3}']);
    expect(await model.load('dishes', ['c', 'b', 'a'])).toEqual([{ n: 3 }, undefined, { n: 1 }]);
    expect(await model.getMany('dishes', [])).toEqual([]);
    expect(await model.load('dishes', [])).toEqual([]);
  });

  test('loads 200,000 documents in one call', async () => {
    const model = newModel();
    const last = { kind: 'put', collection: 'dishes', id: 'dish-199999', value: { n: 1 }, position: 1n } as const;
    await model.commit(undefined, 1n, [last]);
    const loaded = await model.load(
      'dishes',
      Array.from({ length: 200_000 }, (_, n) => `dish-${n}`),
    );
    expect(loaded).toHaveLength(200_000);
    expect(loaded.at(-1)).toEqual({ n: 1 });
  });

  test('distinguishes ids and names of any script, with spaces, braces and line feeds', async () => {
    const model = newModel();
    const ids = ['ñandú', '饺子', '🍲', '🍲🍲', 'a b', 'a\nb', '{a}', 'a:b', '\u0000', ''];
    await model.commit(
      undefined,
      1n,
      ids.map((id, n) => ({ kind: 'put', collection: 'dïshes:1', id, value: { n }, position: 1n })),
    );
    expect(await model.load('dïshes:1', ids)).toEqual(ids.map((_, n) => ({ n })));
  });

  test('the same id in two collections identifies two documents', async () => {
    const model = newModel();
    await model.commit(undefined, 1n, [
      { kind: 'put', collection: 'dishes', id: 'a', value: { of: 'dishes' }, position: 1n },
      { kind: 'put', collection: 'cooks', id: 'a', value: { of: 'cooks' }, position: 1n },
      { kind: 'remove', collection: 'cooks', id: 'a' },
    ]);
    expect(await model.load('dishes', ['a'])).toEqual([{ of: 'dishes' }]);
    expect(await model.load('cooks', ['a'])).toEqual([undefined]);
  });
};
