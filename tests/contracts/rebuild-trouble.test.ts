/** What else happens while a read model is rebuilt: verifications, a pause, and a store that loses everything. */

import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { openRedisReadModels } from '../../projections/read-models/redis/redis-read-models.ts';
import { parseRedisUrl } from '../../projections/read-models/redis/redis-url.ts';
import { dishProjection } from '../support/dish-projection.ts';
import { differencesOf, Node, type OpenStore, openInMemory, openInRedis, RebuiltKitchen } from '../support/rebuilds.ts';
import { startRedis } from '../support/redis-server.ts';
import { describeWith } from '../support/requirements.ts';
import { until } from '../support/until.ts';

async function startKitchen(open: OpenStore, events: number) {
  const kitchen = new RebuiltKitchen();
  const end = kitchen.serve(events);
  const node = await Node.start(kitchen, await open());
  expect(await node.model.waitFor(end, 10_000)).toBe(true);
  return { kitchen, node };
}

const suite = (newStore: () => Promise<OpenStore>): void => {
  test('a verification while readers are switched finds no difference', async () => {
    const open = await newStore();
    const { kitchen, node } = await startKitchen(open, 2_000);
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
    for (let n = 0; n < 8; n++) {
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
    const { kitchen, node } = await startKitchen(open, 20_000);
    const stream = `projection-${dishProjection.name}`;
    await kitchen.request('g1');
    await until(() => BigInt(node.rebuild?.progress?.position ?? 0) > 0n);
    const pausedAt = kitchen.log.append(stream, 'ProjectionPaused', {});
    const last = kitchen.serve(10);
    await until(() => node.rebuild?.state === 'completed', 10_000);
    expect(await node.model.position()).toBe(pausedAt);
    expect(await differencesOf(kitchen, await open())).toBe(0);
    kitchen.log.append(stream, 'ProjectionResumed', {});
    expect(await node.model.waitFor(last, 5_000)).toBe(true);
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
      const { kitchen, node } = await startKitchen(async () => store, 20_000);
      await kitchen.request('g1');
      if (when === 'during') await until(() => BigInt(node.rebuild?.progress?.position ?? 0) > 0n);
      else await until(() => node.rebuild?.state === 'completed', 20_000);
      const client = new Redis(server.url);
      await client.flushall();
      client.disconnect();
      const last = kitchen.serve(10);
      await until(() => node.rebuild?.state === 'completed', 20_000);
      expect(await node.model.waitFor(last, 20_000)).toBe(true);
      expect(await differencesOf(kitchen, store)).toBe(0);
      await node.stop();
      await store.close();
    } finally {
      await server.remove();
    }
  });
});
