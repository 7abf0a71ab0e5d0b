/** Housekeeping in Redis by several processes at once: what another one does between two steps is not undone. */
import { Redis } from 'ioredis';
import { expect, onTestFinished, test, vi } from 'vitest';
import { removeGenerations, switchGeneration } from '../../projections/read-models/redis/generations.ts';
import { removeUnusedVersions } from '../../projections/read-models/redis/versions.ts';
import { dishes, openStore, put, startServer } from '../support/redis-store.ts';
import { describeWith } from '../support/requirements.ts';

const generation = (name: string) => ({ ...dishes, generation: name });

describeWith('redis-server', 'between two steps of one process', (program) => {
  async function open() {
    const { url } = await startServer(program, ['--appendonly', 'no']);
    const raw = new Redis(url);
    onTestFinished(() => raw.disconnect());
    /** Does this once, as soon as the process has read the key. */
    const afterReading = (key: string, work: () => Promise<unknown>) => {
      const get = raw.get.bind(raw);
      vi.spyOn(raw, 'get').mockImplementation(async (read) => {
        const found = await get(read);
        if (read !== key) return found;
        vi.mocked(raw.get).mockRestore();
        await work();
        return found;
      });
    };
    return { raw, store: await openStore(url), afterReading };
  }

  test('another one switches: the later of two rebuilds stays live', async () => {
    const { raw, store, afterReading } = await open();
    for (const key of [dishes, generation('g1'), generation('g2')]) await store.open(key).commit(undefined, 1n, []);
    afterReading('potluck:{dishes@1}:live', () => store.switchTo(generation('g2')));
    expect(await switchGeneration(raw, generation('g1'))).toBe(false);
    expect(await store.liveGeneration(dishes)).toBe('g2');
  });

  test('the live generation is cleared: an empty one does not take its place', async () => {
    const { raw, store } = await open();
    await store.open(dishes).commit(undefined, 1n, [put('a', {})]);
    await raw.set('potluck:{dishes@1}:checkpoint', 'clearing');
    expect(await store.switchTo(generation('g1'))).toBe(false);
    expect(await store.liveGeneration(dishes)).toBeUndefined();
  });

  test('an ended rebuild commits: what it has is removed the next time', async () => {
    const { raw, store, afterReading } = await open();
    await store.open(dishes).commit(undefined, 1n, [put('a', {})]);
    const ended = store.open(generation('g1'));
    await ended.commit(undefined, 1n, [put('a', {})]);
    afterReading('potluck:{dishes@1}:generation:g1:checkpoint', () => ended.commit(1n, 2n, [put('b', {})]));
    await removeGenerations(raw, dishes, undefined);
    expect(await ended.position()).toBe(2n);
    await removeGenerations(raw, dishes, undefined);
    expect(await raw.keys('*generation:g1*')).toEqual([]);
    expect(await store.open(dishes).load('dishes', ['a'])).toEqual([{}]);
  });

  test('a process of the former release commits: its version is kept', async () => {
    const { raw, store, afterReading } = await open();
    const newer = { ...dishes, version: 2 };
    const former = store.open(dishes);
    await former.commit(undefined, 1n, [put('a', {})]);
    await store.open(newer).commit(undefined, 1n, []);
    afterReading('potluck:{dishes@2}:checkpoint', () => former.commit(1n, 2n, [put('b', {})]));
    await removeUnusedVersions(raw, newer, 0);
    expect(await former.position()).toBe(2n);
    expect(await former.load('dishes', ['a', 'b'])).toEqual([{}, {}]);
  });
});
