/** Read models in one Redis, a cluster or behind Sentinel, and several processes that use the same ones. */
import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CheckpointConflict, type Write } from '../../projections/read-models/read-model-store.ts';
import { openRedisReadModels } from '../../projections/read-models/redis/redis-read-models.ts';
import { parseRedisUrl } from '../../projections/read-models/redis/redis-url.ts';
import { startRedisCluster, startRedisWithSentinel } from '../support/redis-deployments.ts';
import { startRedis } from '../support/redis-server.ts';
import { dishes, openStore, put, startServer } from '../support/redis-store.ts';
import { describeWith } from '../support/requirements.ts';
import { until } from '../support/until.ts';
import { readModelStoreContract } from './read-model-store.ts';

describeWith('redis-server', 'read models in Redis', (program) => {
  readModelStoreContract('Redis', async () => {
    const server = await startRedis(program, ['--appendonly', 'no']);
    const store = await openRedisReadModels(parseRedisUrl(server.url));
    return {
      store,
      close: async () => {
        await store.close();
        await server.remove();
      },
    };
  });

  readModelStoreContract('Redis Cluster', async () => {
    const cluster = await startRedisCluster(program);
    const store = await openRedisReadModels(parseRedisUrl(cluster.url));
    return {
      store,
      close: async () => {
        await store.close();
        await cluster.remove();
      },
    };
  });

  test('finds the master through Sentinel', async () => {
    const deployment = await startRedisWithSentinel(program);
    onTestFinished(() => deployment.remove());
    const model = (await openStore(deployment.url)).open(dishes);
    await model.commit(undefined, 1n, [put('a', { n: 1 })]);
    expect(await model.load('dishes', ['a'])).toEqual([{ n: 1 }]);
  });

  describe('between processes', () => {
    test('resolves a wait in one process by a commit in another', async () => {
      const server = await startServer(program, ['--appendonly', 'no']);
      const [here, there] = [await openStore(server.url), await openStore(server.url)];
      const written = here.open(dishes);
      const waiting = there.open(dishes);
      await written.commit(undefined, 1n, []);
      expect(await waiting.waitFor(1n, 2_000)).toBe(true);
      const waits: number[] = [];
      for (let next = 2n; next < 50n; next++) {
        const reached = waiting.waitFor(next, 2_000);
        await written.commit(next - 1n, next, []);
        const startedAtMs = performance.now();
        expect(await reached).toBe(true);
        waits.push(performance.now() - startedAtMs);
      }
      // By notification: polling would take 25 ms.
      expect(waits.sort((a, b) => a - b)[24]).toBeLessThan(20);
      await written.clear(49n);
      await until(async () => !(await waiting.waitFor(1n, 0)));
    });

    test('rejects a commit of the overtaken process', async () => {
      const server = await startServer(program, ['--appendonly', 'no']);
      const [here, there] = [await openStore(server.url), await openStore(server.url)];
      await here.open(dishes).commit(undefined, 1n, [put('a', { by: 'here' })]);
      const late = there.open(dishes).commit(undefined, 1n, [put('a', { by: 'there' })]);
      await expect(late).rejects.toThrow(CheckpointConflict);
      await there.open(dishes).commit(1n, 2n, []);
      await expect(here.open(dishes).commit(1n, 2n, [])).rejects.toThrow(CheckpointConflict);
      expect(await here.open(dishes).load('dishes', ['a'])).toEqual([{ by: 'here' }]);
    });

    test('clearing a model removes all its keys, including those of refilled indexes', async () => {
      const server = await startServer(program, ['--appendonly', 'no']);
      const model = (await openStore(server.url)).open(dishes);
      const raw = new Redis(server.url);
      onTestFinished(() => raw.disconnect());
      const entry = (n: number): Write => ({ kind: 'index', index: `of-cook-${n}`, member: 'a', score: n });
      const drink = (id: string): Write => ({ kind: 'put', collection: 'drinks', id, value: {}, position: 1n });
      const entries = Array.from({ length: 9_000 }, (_, n) => entry(n));
      await model.commit(undefined, 1n, [put('a', {}), drink('b'), ...entries]);
      // Emptied, and refilled in the same commit and in a later one.
      const emptied = [0, 1, 4_500, 8_999].map((n): Write => ({ kind: 'dropIndex', index: `of-cook-${n}` }));
      await model.commit(1n, 2n, [...emptied, entry(0), { kind: 'remove', collection: 'drinks', id: 'b' }]);
      await model.commit(2n, 3n, [entry(4_500), drink('c')]);
      await until(async () => (await raw.exists('potluck:{dishes@1}:used')) === 1);
      expect((await raw.keys('*')).length).toBe(9_000 - 2 + 2 + 3);
      await model.clear(3n);
      expect(await raw.keys('*')).toEqual([]);
    });

    test('the next read completes an interrupted clear, which blocks commits until then', async () => {
      const server = await startServer(program, ['--appendonly', 'no']);
      const model = (await openStore(server.url)).open(dishes);
      await model.commit(undefined, 1n, [put('a', {}), { kind: 'index', index: 'all', member: 'a', score: 1 }]);
      const raw = new Redis(server.url);
      onTestFinished(() => raw.disconnect());
      await raw.set('potluck:{dishes@1}:checkpoint', 'clearing');
      await expect(model.commit(1n, 2n, [])).rejects.toThrow(CheckpointConflict);
      await expect(model.commit(undefined, 2n, [])).rejects.toThrow(CheckpointConflict);
      expect(await model.checkpoint()).toBeUndefined();
      expect(await raw.keys('*')).toEqual([]);
      await model.commit(undefined, 1n, []);
    });
  });

  test('applies a repeated commit once', async () => {
    const model = (await openStore((await startServer(program, ['--appendonly', 'no'])).url)).open(dishes);
    await model.commit(undefined, 1n, [put('a', { n: 1 })]);
    await model.commit(undefined, 1n, [put('a', { n: 2 })]);
    expect(await model.load('dishes', ['a'])).toEqual([{ n: 1 }]);
    await expect(model.commit(undefined, 2n, [])).rejects.toThrow(CheckpointConflict);
  });
});
