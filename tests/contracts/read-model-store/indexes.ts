import { expect, test } from 'vitest';
import type { IndexEntry, ReadModel, Write } from '../../../projections/read-models/read-model-store.ts';

const index = 'by-likes';
const entry = (member: string, score: number): IndexEntry => ({ member, score });
const indexWrites = (entries: readonly IndexEntry[]): Write[] =>
  entries.map((one) => ({ kind: 'index', index, ...one }));

async function fill(model: ReadModel, entries: readonly IndexEntry[]): Promise<ReadModel> {
  await model.commit(undefined, 1n, indexWrites(entries));
  return model;
}

/** Pages through the whole index, two entries at a time. */
async function readPages(model: ReadModel, direction: 'ascending' | 'descending'): Promise<IndexEntry[]> {
  const all: IndexEntry[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = await model.range(index, { direction, limit: 2, ...(last && { after: last }) });
    if (page.length === 0) return all;
    all.push(...page);
  }
}

export const indexContract = (newModel: () => ReadModel): void => {
  const max = Number.MAX_SAFE_INTEGER;
  const inOrder = [
    entry('low', -max),
    entry('n', -3),
    entry('zero', 0),
    entry('B', 5),
    entry('a', 5),
    entry('aa', 5),
    entry('é', 5),
    entry('\uf000', 5),
    entry('🍲', 5),
    entry('c', 6),
    entry('high', max),
  ];

  test('sorts entries by score, then by the bytes of the member', async () => {
    const model = await fill(newModel(), [...inOrder].reverse());
    expect(await model.range(index, { direction: 'ascending', limit: 100 })).toEqual(inOrder);
    expect(await model.range(index, { direction: 'descending', limit: 3 })).toEqual(inOrder.slice(-3).reverse());
  });

  test('pages return each entry once, in both directions', async () => {
    const model = await fill(newModel(), inOrder);
    expect(await readPages(model, 'ascending')).toEqual(inOrder);
    expect(await readPages(model, 'descending')).toEqual([...inOrder].reverse());
  });

  test('continues after the last entry of a page, even if it was removed or moved', async () => {
    const model = await fill(
      newModel(),
      ['a', 'b', 'c', 'd', 'e'].map((member) => entry(member, 5)),
    );
    await model.commit(1n, 2n, [
      { kind: 'unindex', index, member: 'c' },
      { kind: 'index', index, member: 'b', score: 9 },
    ]);
    const rangeAfter = (last: IndexEntry, direction: 'ascending' | 'descending') =>
      model.range(index, { direction, limit: 10, after: last });
    expect(await rangeAfter(entry('c', 5), 'ascending')).toEqual([entry('d', 5), entry('e', 5), entry('b', 9)]);
    expect(await rangeAfter(entry('c', 5), 'descending')).toEqual([entry('a', 5)]);
    expect(await rangeAfter(entry('b', 5), 'ascending')).toEqual([entry('d', 5), entry('e', 5), entry('b', 9)]);
    expect(await rangeAfter(entry('zz', 5), 'descending')).toEqual([entry('e', 5), entry('d', 5), entry('a', 5)]);
    expect(await rangeAfter(entry('a', 4), 'descending')).toEqual([]);
    expect(await rangeAfter(entry('x', 10), 'ascending')).toEqual([]);
  });

  test('pages through 1,000 equal scores', async () => {
    const all = Array.from({ length: 1_000 }, (_, n) => entry(`dish-${String(n).padStart(4, '0')}`, 1));
    const model = await fill(newModel(), all);
    for (const at of [0, 1, 499, 997, 998]) {
      const after = all[at];
      if (after === undefined) throw new Error('unreachable');
      expect(await model.range(index, { direction: 'ascending', limit: 3, after })).toEqual(all.slice(at + 1, at + 4));
      expect(await model.range(index, { direction: 'descending', limit: 3, after })).toEqual(
        all.slice(Math.max(0, at - 3), at).reverse(),
      );
    }
  });

  test('accepts a limit beyond all entries, and returns nothing for a limit of 0', async () => {
    const model = await fill(newModel(), [entry('a', 1), entry('b', 2)]);
    const limit = Number.MAX_SAFE_INTEGER;
    expect(await model.range(index, { direction: 'ascending', limit })).toHaveLength(2);
    expect(await model.range(index, { direction: 'descending', limit })).toHaveLength(2);
    expect(await model.range(index, { direction: 'ascending', limit, after: entry('a', 1) })).toHaveLength(1);
    expect(await model.range(index, { direction: 'descending', limit, after: entry('b', 2) })).toHaveLength(1);
    expect(await model.range(index, { direction: 'ascending', limit: 0 })).toEqual([]);
    expect(await model.range(index, { direction: 'descending', limit: 0, after: entry('b', 2) })).toEqual([]);
  });

  test('a member has only its last score', async () => {
    const model = await fill(newModel(), [entry('a', 1), entry('b', 2), entry('a', 3)]);
    expect(await model.range(index, { direction: 'ascending', limit: 10 })).toEqual([entry('b', 2), entry('a', 3)]);
    expect(await model.scores(index, ['a', 'nobody', 'b'])).toEqual([3, undefined, 2]);
    expect(await model.scores(index, [])).toEqual([]);
  });

  test('drops and refills an index in one commit', async () => {
    const model = await fill(newModel(), [entry('a', 1), entry('b', 2)]);
    await model.commit(1n, 2n, [{ kind: 'dropIndex', index }, ...indexWrites([entry('c', 3)])]);
    expect(await model.range(index, { direction: 'ascending', limit: 10 })).toEqual([entry('c', 3)]);
    await model.commit(2n, 3n, [...indexWrites([entry('d', 4)]), { kind: 'dropIndex', index }]);
    expect(await model.range(index, { direction: 'ascending', limit: 10 })).toEqual([]);
    expect(await model.scores(index, ['c'])).toEqual([undefined]);
  });

  test('reads an unknown index as empty, and ignores removals from it', async () => {
    const model = newModel();
    await model.commit(undefined, 1n, [
      { kind: 'unindex', index: 'unknown', member: 'a' },
      { kind: 'dropIndex', index: 'unknown' },
    ]);
    expect(await model.range('unknown', { direction: 'descending', limit: 10 })).toEqual([]);
    expect(await model.range('unknown', { direction: 'descending', limit: 10, after: entry('a', 1) })).toEqual([]);
    expect(await model.range('unknown', { direction: 'ascending', limit: 10, after: entry('a', 1) })).toEqual([]);
    expect(await model.scores('unknown', ['a'])).toEqual([undefined]);
  });

  test('rejects a score that is not a safe integer, and writes nothing of its commit', async () => {
    const model = newModel();
    for (const score of [Number.NaN, Number.POSITIVE_INFINITY, 0.5, 2 ** 53]) {
      const refused = model.commit(undefined, 1n, [
        { kind: 'put', collection: 'dishes', id: 'a', value: {}, position: 1n },
        { kind: 'index', index, member: 'a', score },
      ]);
      await expect(refused).rejects.toThrow(RangeError);
    }
    expect(await model.checkpoint()).toBeUndefined();
    expect(await model.get('dishes', 'a')).toBeUndefined();
  });
};
