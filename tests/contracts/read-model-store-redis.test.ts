/** Read models in one Redis, a cluster or behind Sentinel, and several processes that use the same ones. */
import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  CheckpointConflict,
  ReadModelNotBuilt,
  type ReadModelReader,
  type Write,
} from '../../projections/read-models/read-model-store.ts';
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
      expect(await waiting.waitFor(1n, 30_000)).toBe(true);
      const waits: number[] = [];
      for (let next = 2n; next < 50n; next++) {
        const reached = waiting.waitFor(next, 30_000);
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

    test('resolves a wait of which the notification was lost', async () => {
      const server = await startServer(program, ['--appendonly', 'no']);
      const [here, there] = [await openStore(server.url), await openStore(server.url)];
      const raw = new Redis(server.url);
      onTestFinished(() => raw.disconnect());
      await here.open(dishes).commit(undefined, 1n, []);
      const waiting = there.open(dishes);
      // Reads the checkpoint when it has begun to listen for notifications.
      expect(await waiting.waitFor(1n, 30_000)).toBe(true);
      const reached = waiting.waitFor(2n, 30_000);
      const checkpoint = await raw.get('potluck:{dishes@1}:checkpoint');
      await raw.set('potluck:{dishes@1}:checkpoint', String(checkpoint).replace(/^1/, '2'));
      expect(await reached).toBe(true);
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

  describe('of which one key was lost', () => {
    const indexed: Write = { kind: 'index', index: 'all', member: 'a', score: 1 };

    async function startModel() {
      const server = await startServer(program, ['--appendonly', 'no']);
      const store = await openStore(server.url);
      const model = store.open(dishes);
      model.beginBuild(1n);
      await model.commit(undefined, 1n, [put('a', { n: 1 }), indexed]);
      const raw = new Redis(server.url);
      onTestFinished(() => raw.disconnect());
      return { model, served: store.serve(dishes), raw };
    }

    /** As its runner does, which watches the checkpoint. */
    async function buildAgain({ model }: Awaited<ReturnType<typeof startModel>>) {
      expect(await model.committed()).toBeUndefined();
      expect(await model.resume()).toBeUndefined();
      model.beginBuild(1n);
      await model.commit(undefined, 1n, [put('a', { n: 1 }), indexed]);
    }

    const reads: [string, string, (model: ReadModelReader) => Promise<unknown>][] = [
      ['a document', 'documents:dishes', (model) => model.get('dishes', 'a')],
      ['a document with the progress', 'documents:dishes', (model) => model.getWithProgress('dishes', 'a')],
      ['several documents', 'documents:dishes', (model) => model.getMany('dishes', ['a', 'b'])],
      ['an index', 'index:all', (model) => model.range('all', { direction: 'ascending', limit: 9 })],
      ['scores', 'index:all', (model) => model.scores('all', ['a'])],
    ];

    test.each(reads)('does not read %s as if it had never been there, and is built again', async (_, key, read) => {
      const opened = await startModel();
      const before = await read(opened.served);
      await opened.raw.del(`potluck:{dishes@1}:${key}`);
      await expect(read(opened.served)).rejects.toThrow(ReadModelNotBuilt);
      await buildAgain(opened);
      expect(await read(opened.served)).toEqual(before);
    });

    test('takes no commit to that key, which would hide the loss', async () => {
      const opened = await startModel();
      await opened.raw.del('potluck:{dishes@1}:documents:dishes');
      const late = opened.model.commit(1n, 2n, [put('b', { n: 2 })]);
      await expect(late).rejects.toMatchObject({ code: 'CHECKPOINT_CONFLICT', isLoss: true });
      await buildAgain(opened);
      expect((await opened.served.get('dishes', 'b'))?.json).toBeUndefined();
    });

    test('differs from one that was emptied, and from one that was never filled', async () => {
      const { model, served } = await startModel();
      await model.commit(1n, 2n, [
        { kind: 'remove', collection: 'dishes', id: 'a' },
        { kind: 'dropIndex', index: 'all' },
      ]);
      expect(await served.get('dishes', 'a')).toBeUndefined();
      for (const index of ['all', 'another']) {
        expect(await served.range(index, { direction: 'ascending', limit: 9 })).toEqual([]);
      }
      await model.commit(2n, 3n, [put('b', {}), indexed]);
      expect(await served.position()).toBe(3n);
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
