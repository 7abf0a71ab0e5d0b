import { expect, onTestFinished, test } from 'vitest';
import type { ProjectedEvent } from '../../projections/definitions/projection.ts';
import { openRedisReadModels } from '../../projections/read-models/redis/redis-read-models.ts';
import { parseRedisUrl } from '../../projections/read-models/redis/redis-url.ts';
import { type Projections, startProjections } from '../../projections/runner/start-projections.ts';
import { dishProjection, readDishes } from '../support/dish-projection.ts';
import { MemoryEventLog } from '../support/memory-event-log.ts';
import { QuietLogger } from '../support/quiet-logger.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';
import { referenceFold } from '../support/reference-fold.ts';
import { describeWith } from '../support/requirements.ts';
import { countRevisions } from '../support/revisions.ts';
import { until } from '../support/until.ts';

const ids = Array.from({ length: 40 }, (_, n) => `dish-${n}`);
const cooks = ['ann', 'bo', 'cy'];
const delays = { firstMs: 5, maxUnavailableMs: 50, maxFailingMs: 50, standbyMs: 200 };

/** A log to which the test appends random events. */
class Kitchen {
  readonly log = new MemoryEventLog({ batchSize: 100 });
  readonly events: ProjectedEvent[] = [];
  readonly #revisionIn = countRevisions();
  #seed = 7;

  append(count: number): bigint {
    let position = 0n;
    for (let n = 0; n < count; n++) {
      const dish = ids[this.#random(ids.length)] ?? '';
      const cook = cooks[this.#random(cooks.length)] ?? '';
      const chance = this.#random(100);
      const type =
        chance < 60
          ? 'DishLiked'
          : chance < 88
            ? 'DishServed'
            : chance < 95
              ? 'DishWithdrawn'
              : chance < 99
                ? 'CookRenamed'
                : 'KitchenClosed';
      const data = { dish, title: `${dish} by ${cook}` };
      const stream = `dish-${dish}`;
      position = this.log.append(stream, type, data, cook);
      const meta = { actor: cook, at: '', schema: 1 };
      this.events.push({ type, stream, revision: this.#revisionIn(stream), position, data, meta });
    }
    return position;
  }

  #random(below: number): number {
    this.#seed = (this.#seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (this.#seed >> 8) % below;
  }
}

async function startRunner(server: RedisServer, kitchen: Kitchen) {
  const store = await openRedisReadModels(parseRedisUrl(server.url));
  const logger = new QuietLogger();
  const projections: Projections = startProjections({
    log: kitchen.log,
    store,
    definitions: [dishProjection],
    logger,
    delays,
  });
  onTestFinished(async () => {
    await projections.stop();
    await store.close();
  });
  return { model: store.open(dishProjection), projections, logger };
}

describeWith('redis-server', 'the projection runner on Redis', (program) => {
  const startServer = async (): Promise<RedisServer> => {
    const server = await startRedis(program);
    onTestFinished(() => server.remove());
    return server;
  };

  test('applies each event once although Redis is killed repeatedly', async () => {
    const server = await startServer();
    const kitchen = new Kitchen();
    const { model, projections } = await startRunner(server, kitchen);
    let last = 0n;
    for (let round = 0; round < 4; round++) {
      kitchen.append(300);
      await until(() => projections.status()[0]?.state === 'live');
      last = kitchen.append(300);
      await server.kill();
      kitchen.append(50);
      await until(() => projections.status()[0]?.state === 'failing');
      expect(projections.status()[0]?.lastError?.message).toContain('does not serve the read models');
      last = kitchen.append(50);
      await server.start();
      await until(() => model.waitFor(last, 100));
    }
    const expected = await referenceFold(dishProjection, kitchen.events);
    expect(await readDishes(model, ids, cooks)).toEqual(await readDishes(expected, ids, cooks));
  });

  test('applies each event once with two processes, and continues when one stops', async () => {
    const server = await startServer();
    const kitchen = new Kitchen();
    const first = await startRunner(server, kitchen);
    const second = await startRunner(server, kitchen);
    for (let round = 0; round < 20; round++) {
      const last = kitchen.append(50);
      const reached = await Promise.all([first.model.waitFor(last, 30_000), second.model.waitFor(last, 30_000)]);
      expect(reached).toEqual([true, true]);
    }
    await first.projections.stop();
    const last = kitchen.append(50);
    expect(await second.model.waitFor(last, 30_000)).toBe(true);
    const expected = await referenceFold(dishProjection, kitchen.events);
    expect(await readDishes(second.model, ids, cooks)).toEqual(await readDishes(expected, ids, cooks));
  });

  test('rebuilds a Redis that restarted without its data', async () => {
    const server = await startRedis(program, ['--appendonly', 'no']);
    onTestFinished(() => server.remove());
    const kitchen = new Kitchen();
    const { model } = await startRunner(server, kitchen);
    expect(await model.waitFor(kitchen.append(200), 30_000)).toBe(true);
    await server.kill();
    await server.start();
    const last = kitchen.append(10);
    await until(() => model.waitFor(last, 100));
    const expected = await referenceFold(dishProjection, kitchen.events);
    expect(await readDishes(model, ids, cooks)).toEqual(await readDishes(expected, ids, cooks));
  });
});
