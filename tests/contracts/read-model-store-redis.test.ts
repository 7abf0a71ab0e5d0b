import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  CheckpointConflict,
  type ProjectionKey,
  type ReadModelStore,
  ReadModelUnavailable,
  type Write,
} from '../../projections/read-models/read-model-store.ts';
import { openRedisReadModels } from '../../projections/read-models/redis/redis-read-models.ts';
import { parseRedisUrl } from '../../projections/read-models/redis/redis-url.ts';
import { freePort } from '../support/free-port.ts';
import { startRedisCluster, startRedisWithSentinel } from '../support/redis-deployments.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';
import { openRelay } from '../support/relay.ts';
import { describeWith } from '../support/requirements.ts';
import { until } from '../support/until.ts';
import { readModelStoreContract } from './read-model-store.ts';

const dishes: ProjectionKey = { name: 'dishes', version: 1 };
const put = (id: string, value: object): Write => ({ kind: 'put', collection: 'dishes', id, value, position: 1n });

async function openStore(url: string): Promise<ReadModelStore> {
  const store = await openRedisReadModels(parseRedisUrl(url));
  onTestFinished(() => store.close());
  return store;
}

async function startServer(program: string, options?: readonly string[]): Promise<RedisServer> {
  const server = await startRedis(program, options);
  onTestFinished(() => server.remove());
  return server;
}

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

  describe('during an outage of Redis', () => {
    test('calls fail fast, and recover when Redis is back with its data', async () => {
      const server = await startServer(program);
      const store = await openStore(server.url);
      const model = store.open(dishes);
      await model.commit(undefined, 1n, [put('a', { n: 1 })]);
      expect(await model.waitFor(1n, 1_000)).toBe(true);
      for (let round = 0; round < 2; round++) {
        await server.kill();
        const startedAtMs = performance.now();
        const calls = await Promise.allSettled([
          model.get('dishes', 'a'),
          model.range('all', { direction: 'ascending', limit: 1 }),
          model.commit(1n, 2n, []),
          store.ping(),
        ]);
        for (const call of calls) {
          expect(call).toMatchObject({ status: 'rejected', reason: expect.any(ReadModelUnavailable) });
        }
        await expect(model.get('dishes', 'a')).rejects.toThrow(
          /^Redis at redis:\/\/127.0.0.1:\d+ does not serve the read models: it/,
        );
        expect(await model.waitFor(9n, 50)).toBe(false);
        expect(performance.now() - startedAtMs).toBeLessThan(20_000);
        await server.start();
        await until(() =>
          model.get('dishes', 'a').then(
            (stored) => stored?.json.toString() === '{"n":1}',
            () => false,
          ),
        );
      }
      await until(() =>
        model.commit(1n, 2n, [put('b', {})]).then(
          () => true,
          () => false,
        ),
      );
      expect(await model.checkpoint()).toBe(2n);
      const waiting = model.waitFor(3n, 5_000);
      await model.commit(2n, 3n, []);
      expect(await waiting).toBe(true);
    });

    test('subscribes again after a lost connection, and closes without an unhandled rejection', async () => {
      const server = await startServer(program, ['--appendonly', 'no']);
      const relay = await openRelay(server.port);
      onTestFinished(() => relay.close());
      const unhandled = vi.fn();
      process.on('unhandledRejection', unhandled);
      onTestFinished(() => void process.off('unhandledRejection', unhandled));
      const store = await openStore(`redis://127.0.0.1:${relay.port}`);
      const model = store.open(dishes);
      await model.commit(undefined, 1n, []);
      for (const round of [1, 2, 3]) {
        expect(await model.waitFor(1n, 1_000)).toBe(true);
        await until(() => relay.countSent('subscribe') >= round);
        relay.cut();
        await until(async () => !(await model.waitFor(1n, 0)));
      }
      await until(() => relay.countSent('subscribe') >= 4);
      relay.drop('subscribe');
      relay.cut();
      await until(() => relay.countSent('subscribe') >= 5);
      await store.close();
      await until(() => relay.isUnused());
      await new Promise(setImmediate);
      expect(unhandled).not.toHaveBeenCalled();
    });

    test('calls time out when Redis accepts connections but does not reply', async () => {
      const server = await startServer(program, ['--appendonly', 'no']);
      const model = (await openStore(server.url)).open(dishes);
      await model.commit(undefined, 1n, [put('a', { n: 1 })]);
      server.freeze();
      const startedAtMs = performance.now();
      await expect(model.get('dishes', 'a')).rejects.toThrow(ReadModelUnavailable);
      expect(performance.now() - startedAtMs).toBeLessThan(10_000);
      server.thaw();
      await until(() =>
        model.get('dishes', 'a').then(
          () => true,
          () => false,
        ),
      );
    });

    test('a commit is rejected as a whole when the memory is full', async () => {
      const server = await startServer(program, ['--appendonly', 'no', '--maxmemory', '4mb']);
      const model = (await openStore(server.url)).open(dishes);
      const large = (n: number): Write[] =>
        Array.from({ length: 100 }, (_, k) => put(`${n}-${k}`, { text: 'x'.repeat(5_000) }));
      let checkpoint = 0n;
      await model.commit(undefined, 0n, []);
      const refused = await (async () => {
        for (let n = 1; n < 100; n++) {
          try {
            await model.commit(checkpoint, BigInt(n), large(n));
            checkpoint = BigInt(n);
          } catch (error) {
            return error;
          }
        }
        return undefined;
      })();
      expect(refused).toBeInstanceOf(ReadModelUnavailable);
      expect(String(refused)).toContain('maxmemory');
      expect(await model.checkpoint()).toBe(checkpoint);
      expect(await model.load('dishes', [`${checkpoint + 1n}-0`, `${checkpoint}-0`])).toMatchObject([undefined, {}]);
    });
  });

  describe('at the start', () => {
    test('reports an unreachable Redis at once in one line', async () => {
      const url = `redis://cook:hush@127.0.0.1:${await freePort()}`;
      const startedAtMs = performance.now();
      const refusal = await openRedisReadModels(parseRedisUrl(url)).catch((error: unknown) => error);
      // It would take this long if it waited for a reply.
      expect(performance.now() - startedAtMs).toBeLessThan(4_000);
      expect(refusal).toBeInstanceOf(ReadModelUnavailable);
      expect(String(refusal)).toMatch(
        /REDIS_URL=redis:\/\/127\.0\.0\.1:\d+ cannot be used: .*ECONNREFUSED.*unset REDIS_URL/,
      );
      expect(String(refusal)).not.toContain('hush');
      expect(String(refusal)).not.toContain('\n');
      const port = await freePort();
      const deployments = [
        [`redis+cluster://127.0.0.1:${port}`, 'no node of the cluster answers'],
        [`redis+sentinel://127.0.0.1:${port}/kitchen`, 'no Sentinel answers'],
      ] as const;
      for (const [address, why] of deployments) {
        await expect(openRedisReadModels(parseRedisUrl(address))).rejects.toThrow(
          `REDIS_URL=${address} cannot be used: ${why}. Correct this, or unset REDIS_URL`,
        );
      }
      expect(performance.now() - startedAtMs).toBeLessThan(10_000);
    });

    test('reports a wrong password', async () => {
      const server = await startServer(program, ['--appendonly', 'no', '--requirepass', 'secret']);
      await expect(openRedisReadModels(parseRedisUrl(server.url))).rejects.toThrow(/cannot be used: .*NOAUTH/);
      const wrong = openRedisReadModels(parseRedisUrl(server.url.replace('//', '//:wrong@')));
      await expect(wrong).rejects.toThrow(/cannot be used: .*WRONGPASS/);
      await openStore(server.url.replace('//', '//:secret@'));
    });

    test('refuses a Redis with an eviction policy that drops documents', async () => {
      const policy = ['--maxmemory', '64mb', '--maxmemory-policy', 'allkeys-lru'];
      const server = await startServer(program, ['--appendonly', 'no', ...policy]);
      await expect(openRedisReadModels(parseRedisUrl(server.url))).rejects.toThrow(/set it to noeviction/);
    });
  });
});
