/** Read models in Redis while it is down, does not reply or has no memory left, and when it is back. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ReadModelUnavailable, type Write } from '../../projections/read-models/read-model-store.ts';
import { dishes, openStore, put, startServer } from '../support/redis-store.ts';
import { openRelay } from '../support/relay.ts';
import { describeWith } from '../support/requirements.ts';
import { until } from '../support/until.ts';

describeWith('redis-server', 'read models in Redis', (program) => {
  describe('during an outage of Redis', () => {
    test('calls fail fast, and recover when Redis is back with its data', async () => {
      const server = await startServer(program);
      const store = await openStore(server.url);
      const model = store.open(dishes);
      await model.commit(undefined, 1n, [put('a', { n: 1 })]);
      expect(await model.waitFor(1n, 30_000)).toBe(true);
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
      const waiting = model.waitFor(3n, 30_000);
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
        expect(await model.waitFor(1n, 30_000)).toBe(true);
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
});
