/** What else happens while a read model is rebuilt: verifications, a pause, and a store that loses everything. */

import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ProjectionControls } from '../../projections/control/projection-controls.ts';
import type { Projection } from '../../projections/definitions/projection.ts';
import { openRedisReadModels } from '../../projections/read-models/redis/redis-read-models.ts';
import { parseRedisUrl } from '../../projections/read-models/redis/redis-url.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { dishProjection } from '../support/dish-projection.ts';
import { QuietLogger } from '../support/quiet-logger.ts';
import {
  differencesOf,
  heldBack,
  Node,
  type OpenStore,
  openInMemory,
  openInRedis,
  RebuiltKitchen,
  version,
} from '../support/rebuilds.ts';
import { startRedis } from '../support/redis-server.ts';
import { describeWith } from '../support/requirements.ts';
import { until } from '../support/until.ts';

async function startKitchen(open: OpenStore, events: number) {
  const kitchen = new RebuiltKitchen();
  const end = kitchen.serve(events);
  const node = await Node.start(kitchen, await open());
  expect(await node.model.waitFor(end, 30_000)).toBe(true);
  return { kitchen, node };
}

/** As `startKitchen`. A rebuild stops in the middle of the log until `goOn`. */
async function startWithHeldRebuild(open: OpenStore) {
  const events = 2_000;
  const { kitchen, node: former } = await startKitchen(open, events);
  await former.stop();
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  const middle = kitchen.positions[events / 2] ?? 0n;
  // Only a rebuild reads from the beginning.
  const log = heldBack(kitchen.log, ({ position }, { after }) =>
    after === undefined && position > middle ? held : undefined,
  );
  const node = await Node.start(kitchen, await open(), dishProjection, log);
  onTestFinished(() => goOn());
  return { kitchen, node, goOn };
}

const suite = (newStore: () => Promise<OpenStore>): void => {
  test('a verification while readers are switched finds no difference', async () => {
    const open = await newStore();
    const { kitchen, node } = await startKitchen(open, 1_000);
    const stopServing = kitchen.serveAtRate(200);
    const store = await open();
    let verifications = 0;
    let isVerifying = true;
    const verifying = (async () => {
      while (isVerifying) {
        expect(await differencesOf(kitchen, store)).toBe(0);
        verifications += 1;
      }
    })();
    for (let n = 0; n < 5; n++) {
      await kitchen.request(`g${n}`);
      await until(() => node.rebuild?.generation === `g${n}` && node.rebuild.state === 'completed');
    }
    stopServing();
    isVerifying = false;
    await verifying;
    expect(verifications).toBeGreaterThan(3);
  });

  test('a pause of the projection ends neither the rebuild nor what comes after it', async () => {
    const open = await newStore();
    const { kitchen, node, goOn } = await startWithHeldRebuild(open);
    const stream = `projection-${dishProjection.name}`;
    await kitchen.request('g1');
    await until(() => BigInt(node.rebuild?.progress?.position ?? 0) > 0n);
    const pausedAt = kitchen.log.append(stream, 'ProjectionPaused', {});
    const last = kitchen.serve(10);
    goOn();
    await until(() => node.rebuild?.state === 'completed');
    expect(await node.model.position()).toBe(pausedAt);
    expect(await differencesOf(kitchen, await open())).toBe(0);
    kitchen.log.append(stream, 'ProjectionResumed', {});
    expect(await node.model.waitFor(last, 30_000)).toBe(true);
    expect(await differencesOf(kitchen, await open())).toBe(0);
  });

  test('a node that learns late that an event is skipped goes on with the rebuild', async () => {
    const open = await newStore();
    const kitchen = new RebuiltKitchen();
    kitchen.serve(20);
    const poison = kitchen.serve();
    const failing: Projection = {
      ...dishProjection,
      fold(event, workspace) {
        if (event.position === poison) throw new Error('No title');
        dishProjection.fold(event, workspace);
      },
    };
    const { log } = kitchen;
    const store = await open();
    const controls = await ProjectionControls.start(log, [dishProjection], new QuietLogger());
    const definitions = [failing];
    const running = startProjections({ log, store, definitions, controls, logger: new QuietLogger() });
    await until(() => running.status()[0]?.lastError?.position === String(poison));

    const [begun, learned] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const seenLate = heldBack(log, ({ events }, { after, filter }) => {
      if (events.some(({ type }) => type === 'EventSkipped')) return learned.promise;
      return after === undefined && filter?.types?.includes('DishServed') ? begun.promise : undefined;
    });
    const late = await Node.start(kitchen, await open(), failing, seenLate);
    onTestFinished(() => learned.resolve());
    await kitchen.request('g1');
    await until(() => late.rebuild?.progress !== undefined);
    const failingAt = String(poison);
    await kitchen.decide({ type: 'SkipEvent', version, position: failingAt, why: 'A faulty import', failingAt });
    // The other process passes the event, and ends.
    expect(await store.open(dishProjection).waitFor(kitchen.serve(10), 30_000)).toBe(true);
    await running.stop();
    await controls.stop();
    begun.resolve();
    await until(() => late.logger.lines.some(({ message }) => message.startsWith('A rebuild goes on')));
    learned.resolve();
    await until(() => late.rebuild?.state === 'completed');
    expect(await store.liveGeneration(dishProjection)).toBe('g1');
    expect(await late.model.waitFor(kitchen.serve(), 30_000)).toBe(true);
  });

  test('a subscription to the log that falls silent leaves no event out', async () => {
    const open = await newStore();
    const { kitchen, node } = await startKitchen(open, 1_000);
    await node.stop();
    let silent = 0;
    const interrupted = heldBack(kitchen.log, ({ position }, { after }) => {
      if (after !== undefined || position < 4_000n) return undefined;
      silent += 1;
      return new Promise(() => {});
    });
    const next = await Node.start(kitchen, await open(), dishProjection, interrupted);
    await kitchen.request('g1');
    await until(() => next.rebuild?.state === 'completed');
    expect(silent).toBe(1);
    expect(await differencesOf(kitchen, await open())).toBe(0);
  });
};

describe('in memory', () => suite(openInMemory));

describeWith('redis-server', 'in Redis', (program) => {
  suite(openInRedis(program));

  test.each(['during', 'after'])('everything is built again after a loss of all data %s a rebuild', async (when) => {
    const server = await startRedis(program, ['--appendonly', 'no']);
    try {
      const store = await openRedisReadModels(parseRedisUrl(server.url));
      const { kitchen, node, goOn } = await startWithHeldRebuild(async () => store);
      await kitchen.request('g1');
      await until(() => BigInt(node.rebuild?.progress?.position ?? 0) > 0n);
      if (when === 'after') {
        goOn();
        await until(() => node.rebuild?.state === 'completed');
      }
      const client = new Redis(server.url);
      await client.flushall();
      client.disconnect();
      goOn();
      const last = kitchen.serve(10);
      await until(() => node.rebuild?.state === 'completed');
      expect(await node.model.waitFor(last, 30_000)).toBe(true);
      expect(await differencesOf(kitchen, store)).toBe(0);
      await node.stop();
      await store.close();
    } finally {
      await server.remove();
    }
  });

  test('a completed rebuild is not made again when a worker starts after a loss of all data', async () => {
    const server = await startRedis(program, ['--appendonly', 'no']);
    onTestFinished(() => server.remove());
    const open = async () => {
      const opened = await openRedisReadModels(parseRedisUrl(server.url));
      onTestFinished(() => opened.close());
      return opened;
    };
    const { kitchen, node } = await startKitchen(open, 1_000);
    await kitchen.request('g1');
    await until(() => node.rebuild?.state === 'completed');
    const client = new Redis(server.url);
    await client.flushall();
    client.disconnect();
    const last = kitchen.serve(10);
    const reader = (await open()).serve(dishProjection);
    await until(async () => (await reader.position().catch(() => undefined)) === last);
    await node.stop();

    let refolded = 0;
    const log = heldBack(kitchen.log, (_, { after }) => {
      if (after === undefined) refolded += 1;
      return undefined;
    });
    const store = await open();
    // What a worker does last when it starts.
    const tidied = new Promise<void>((resolve) => {
      const removeOthers = store.removeOthers.bind(store);
      vi.spyOn(store, 'removeOthers').mockImplementation(async (...args) => {
        await removeOthers(...args);
        resolve();
      });
    });
    const next = await Node.start(kitchen, store, dishProjection, log);
    await tidied;
    expect(refolded).toBe(0);
    expect(next.rebuild).toMatchObject({ state: 'completed', generation: 'g1', progress: undefined });
    expect(await reader.waitFor(kitchen.serve(), 30_000)).toBe(true);
    expect(await differencesOf(kitchen, store)).toBe(0);
  });
});
