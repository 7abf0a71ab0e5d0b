import { expect, test } from 'vitest';
import {
  CheckpointConflict,
  type ReadModel,
  type ReadModelStore,
  ReadModelUnavailable,
  type Write,
} from '../../../projections/read-models/read-model-store.ts';
import { until } from '../../support/until.ts';

const put = (id: string, value: object, position = 1n): Write => ({
  kind: 'put',
  collection: 'dishes',
  id,
  value,
  position,
});

const sizeOf = async (model: ReadModel, index: string): Promise<number> =>
  (await model.range(index, { direction: 'ascending', limit: 100_000 })).length;

/**
 * Repeats a commit like the runner, because a busy machine may exceed its time-out. The repeated commit recognizes the
 * first one.
 */
const commitWithRetries = async (model: ReadModel, ...commit: Parameters<ReadModel['commit']>): Promise<void> => {
  for (let retriesLeft = 3; ; retriesLeft--) {
    try {
      return await model.commit(...commit);
    } catch (error) {
      if (retriesLeft === 0 || !(error instanceof ReadModelUnavailable)) throw error;
    }
  }
};

export const commitContract = (store: () => ReadModelStore, newModel: () => ReadModel): void => {
  test('a new model has no checkpoint until a commit', async () => {
    const model = newModel();
    expect(await model.checkpoint()).toBeUndefined();
    await model.commit(undefined, 0n, []);
    expect(await model.checkpoint()).toBe(0n);
    await model.commit(0n, 41n, []);
    expect(await model.checkpoint()).toBe(41n);
  });

  test('applies writes in order', async () => {
    const model = newModel();
    await model.commit(undefined, 1n, [
      put('a', { n: 1 }),
      { kind: 'remove', collection: 'dishes', id: 'a' },
      put('b', { n: 1 }),
      put('b', { n: 2 }),
      put('c', { n: 1 }),
      { kind: 'remove', collection: 'dishes', id: 'c' },
      put('c', { n: 2 }),
    ]);
    expect(await model.load('dishes', ['a', 'b', 'c'])).toEqual([undefined, { n: 2 }, { n: 2 }]);
  });

  test('rejects an overtaken runner and writes nothing of its commit', async () => {
    const model = newModel();
    await model.commit(undefined, 5n, [put('a', { by: 'first' })]);
    for (const expected of [undefined, 4n, 50n]) {
      const late = model.commit(expected, 6n, [
        put('a', { by: 'late' }),
        { kind: 'index', index: 'all', member: 'a', score: 1 },
      ]);
      await expect(late).rejects.toThrow(CheckpointConflict);
    }
    await expect(model.commit(4n, 6n, [])).rejects.toThrow('is at 5, expected 4');
    expect(await model.load('dishes', ['a'])).toEqual([{ by: 'first' }]);
    expect(await sizeOf(model, 'all')).toBe(0);
    expect(await model.checkpoint()).toBe(5n);
    await expect(newModel().commit(1n, 2n, [])).rejects.toThrow(CheckpointConflict);
  });

  test('accepts one of many concurrent commits from one checkpoint', async () => {
    const model = newModel();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => model.commit(undefined, BigInt(n + 1), [put('winner', { n })])),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
    expect(await model.load('dishes', ['winner'])).toEqual([{ n: winner }]);
    expect(await model.checkpoint()).toBe(BigInt(winner + 1));
  });

  test('applies a commit of 30,000 writes atomically', async () => {
    const model = newModel();
    const writes = Array.from({ length: 10_000 }, (_, n): Write[] => [
      put(`dish-${n}`, { n }),
      { kind: 'index', index: 'all', member: `dish-${n}`, score: n },
      { kind: 'index', index: `of-cook-${n % 5_000}`, member: `dish-${n}`, score: n },
    ]).flat();
    await model.commit(undefined, 1n, writes);
    expect(await sizeOf(model, 'all')).toBe(10_000);
    expect(await model.load('dishes', ['dish-0', 'dish-9999'])).toEqual([{ n: 0 }, { n: 9_999 }]);
    expect(await sizeOf(model, 'of-cook-4999')).toBe(2);
    await model.commit(
      1n,
      2n,
      Array.from({ length: 10_000 }, (_, n) => ({ kind: 'unindex', index: 'all', member: `dish-${n}` })),
    );
    expect(await sizeOf(model, 'all')).toBe(0);
  });

  test('applies all or none of 520,000 writes, as one event may cause them', {
    timeout: 120_000,
    tags: 'extended',
  }, async () => {
    const model = newModel();
    const odd = { text: 'crème "brûlée"\n\\u0041 \u0000 \u2028 🍮' };
    const indexed = Array.from({ length: 520_000 }, (_, n): Write => {
      return { kind: 'index', index: 'all', member: `dish-${n}`, score: n };
    });
    await commitWithRetries(model, undefined, 1n, [put('"odd"\n', odd), ...indexed]);
    expect(await model.scores('all', ['dish-0', 'dish-519999'])).toEqual([0, 519_999]);
    expect(await model.load('dishes', ['"odd"\n'])).toEqual([odd]);
    const late = commitWithRetries(model, undefined, 2n, [...indexed, { kind: 'dropIndex', index: 'all' }]);
    await expect(late).rejects.toThrow(CheckpointConflict);
    expect(await model.scores('all', ['dish-519999'])).toEqual([519_999]);
  });

  test('applies a commit of 6 documents of 1 MiB atomically', async () => {
    const model = newModel();
    const text = 'é'.repeat(2 ** 19);
    const ids = Array.from({ length: 6 }, (_, n) => `dish-${n}`);
    const writes = ids.map((id) => put(id, { id, text }));
    await model.commit(undefined, 1n, writes);
    expect(await model.load('dishes', ids)).toEqual(ids.map((id) => ({ id, text })));
  });

  test('isolates the versions of a projection from each other', async () => {
    const name = `separate-${crypto.randomUUID()}`;
    const first = store().open({ name, version: 1 });
    const second = store().open({ name, version: 2 });
    await first.commit(undefined, 9n, [put('a', { v: 1 }), { kind: 'index', index: 'all', member: 'a', score: 1 }]);
    expect(await second.checkpoint()).toBeUndefined();
    expect(await second.get('dishes', 'a')).toBeUndefined();
    expect(await sizeOf(second, 'all')).toBe(0);
    await second.commit(undefined, 3n, [put('a', { v: 2 })]);
    expect(await first.load('dishes', ['a'])).toEqual([{ v: 1 }]);
  });

  test('stores the checkpoint with its event id, if known', async () => {
    const model = store().open({ name: `resumed-${crypto.randomUUID()}`, version: 1 });
    expect(await model.resume()).toBeUndefined();
    await model.commit(undefined, 7n, [], 'event-7');
    expect(await model.resume()).toEqual({ position: 7n, eventId: 'event-7' });
    expect(await model.checkpoint()).toBe(7n);
    expect(await model.position()).toBe(7n);
    await model.commit(7n, 9n, []);
    expect(await model.resume()).toEqual({ position: 9n, eventId: undefined });
    await model.clear(9n);
    expect(await model.resume()).toBeUndefined();
  });

  test('clears one projection, which can then be rebuilt', async () => {
    const name = `cleared-${crypto.randomUUID()}`;
    const cleared = store().open({ name, version: 1 });
    const other = store().open({ name, version: 2 });
    const writes = Array.from({ length: 1_500 }, (_, n): Write[] => [
      put(`dish-${n}`, { n }),
      { kind: 'index', index: `of-cook-${n}`, member: 'a', score: n },
    ]).flat();
    for (const model of [cleared, other]) await model.commit(undefined, 7n, writes);
    for (const expected of [undefined, 6n, 8n]) {
      await expect(cleared.clear(expected)).rejects.toBeInstanceOf(CheckpointConflict);
    }
    expect(await sizeOf(cleared, 'of-cook-0')).toBe(1);
    await cleared.clear(7n);
    expect(await cleared.checkpoint()).toBeUndefined();
    expect(await cleared.load('dishes', ['dish-0', 'dish-1499'])).toEqual([undefined, undefined]);
    expect(await sizeOf(cleared, 'of-cook-0')).toBe(0);
    expect(await sizeOf(cleared, 'of-cook-1499')).toBe(0);
    // In a cluster, a new subscriber may still receive the notification of the earlier commit.
    await until(async () => !(await cleared.waitFor(7n, 30)));
    expect(await sizeOf(other, 'of-cook-1499')).toBe(1);
    expect(await other.checkpoint()).toBe(7n);
    await expect(cleared.clear(7n)).rejects.toBeInstanceOf(CheckpointConflict);
    await cleared.clear(undefined);
    await cleared.commit(undefined, 1n, [put('again', {})]);
    expect(await cleared.waitFor(1n, 30_000)).toBe(true);
  });

  test('resolves a wait when a commit reaches its position, and not before', async () => {
    const model = newModel();
    await model.commit(undefined, 10n, []);
    expect(await model.waitFor(10n, 30_000)).toBe(true);
    expect(await model.waitFor(3n, 0)).toBe(true);
    let reached: boolean | undefined;
    void model.waitFor(25n, 10_000).then((result) => {
      reached = result;
    });
    await model.commit(10n, 24n, []);
    expect(await model.waitFor(24n, 30_000)).toBe(true);
    expect(reached).toBeUndefined();
    await model.commit(24n, 30n, []);
    await until(() => reached !== undefined);
    expect(reached).toBe(true);
  });

  test('resolves a wait with false after its time-out', async () => {
    const model = newModel();
    const startedAtMs = performance.now();
    expect(await model.waitFor(1n, 60)).toBe(false);
    expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(59);
    expect(performance.now() - startedAtMs).toBeLessThan(10_000);
    expect(await model.waitFor(1n, 0)).toBe(false);
  });

  test('responds to a ping', async () => {
    await store().ping();
  });
};
