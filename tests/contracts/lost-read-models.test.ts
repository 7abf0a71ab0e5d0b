/** Redis that has lost its data, or a part of it: what a process that knows more than Redis reads, and how it is built again. */
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import type { Projection } from '../../projections/definitions/projection.ts';
import { type ProjectionKey, ReadModelNotBuilt, type Write } from '../../projections/read-models/read-model-store.ts';
import { openRedisReadModels } from '../../projections/read-models/redis/redis-read-models.ts';
import { parseRedisUrl } from '../../projections/read-models/redis/redis-url.ts';
import type { Controls } from '../../projections/runner/control.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { dishProjection } from '../support/dish-projection.ts';
import { append } from '../support/dish-runners.ts';
import { MemoryEventLog } from '../support/memory-event-log.ts';
import { QuietLogger } from '../support/quiet-logger.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';
import { describeWith } from '../support/requirements.ts';
import { until } from '../support/until.ts';

const soup: Write = { kind: 'put', collection: 'dishes', id: 'soup', value: { n: 1 }, position: 1n };
const delays = { firstMs: 5, maxUnavailableMs: 20, maxFailingMs: 60_000, standbyMs: 50, storeCheckMs: 20 };
const lossLine = 'The store has lost data of a read model, which is built again from what is left';

describeWith('redis-server', 'read models that Redis has lost', (program) => {
  const startServer = async (): Promise<RedisServer> => {
    const server = await startRedis(program, ['--appendonly', 'no']);
    onTestFinished(() => server.remove());
    return server;
  };
  const openStore = async (server: RedisServer, database = 0) => {
    const store = await openRedisReadModels(parseRedisUrl(`${server.url}/${database}`));
    onTestFinished(() => store.close());
    return store;
  };
  const connect = (server: RedisServer): Redis => {
    const raw = new Redis(server.url);
    onTestFinished(() => raw.disconnect());
    return raw;
  };

  test('are refused by each process that has seen more of them, until they are back there', async () => {
    const server = await startServer();
    const key: ProjectionKey = { name: 'dishes', version: 1 };
    const raw = connect(server);
    const [model, reader, late] = [
      (await openStore(server)).open(key),
      (await openStore(server)).serve(key),
      (await openStore(server)).serve(key),
    ];
    model.beginBuild(50n);
    await model.commit(undefined, 90n, [soup]);
    expect(await reader.position()).toBe(90n);
    await model.commit(90n, 100n, []);
    // Received as a notification, and not read.
    expect(await reader.waitFor(100n, 30_000)).toBe(true);
    // As a Redis that restarts with an older snapshot, or a replica that was behind.
    await raw.set('potluck:{dishes@1}:checkpoint', '95 token');
    await expect(reader.progress()).rejects.toThrow(ReadModelNotBuilt);
    await expect(reader.get('dishes', 'soup')).rejects.toThrow(ReadModelNotBuilt);
    expect(await late.position()).toBe(95n);
    await model.commit(95n, 101n, []);
    expect(await reader.position()).toBe(101n);
  });

  test('are served whatever another installation commits in another database', async () => {
    const server = await startServer();
    const key: ProjectionKey = { name: 'dishes', version: 1 };
    const [model, other] = [(await openStore(server, 1)).open(key), (await openStore(server)).open(key)];
    const [reader, otherReader] = [(await openStore(server, 1)).serve(key), (await openStore(server)).serve(key)];
    await model.commit(undefined, 10n, [soup]);
    await other.commit(undefined, 10n, []);
    for (const each of [reader, otherReader]) expect(await each.waitFor(10n, 30_000)).toBe(true);
    const [waiting, otherWaiting] = [reader.waitFor(11n, 30_000), otherReader.waitFor(5_000n, 30_000)];
    await other.commit(10n, 5_000n, []);
    expect(await otherWaiting).toBe(true);
    await model.commit(10n, 11n, []);
    expect(await waiting).toBe(true);
    expect((await reader.get('dishes', 'soup'))?.json).toBe('{"n":1}');
  });

  test('are refused when a snapshot of an earlier build is back', async () => {
    const server = await startServer();
    const key: ProjectionKey = { name: 'dishes', version: 1 };
    const raw = connect(server);
    const [model, reader] = [(await openStore(server)).open(key), (await openStore(server)).serve(key)];
    const build = async (position: bigint) => {
      expect(await model.resume()).toBeUndefined();
      model.beginBuild(position);
      await model.commit(undefined, position, [soup]);
      expect(await reader.position()).toBe(position);
    };
    await build(60n);
    const names = await raw.keys('*');
    const snapshot = await Promise.all(names.map((name) => raw.dumpBuffer(name)));
    await raw.flushall();
    await build(100n);
    await raw.flushall();
    await Promise.all(names.map((name, n) => raw.restore(name, 0, snapshot[n] ?? '')));
    await expect(reader.position()).rejects.toThrow(ReadModelNotBuilt);
    await model.resume();
    await model.commit(60n, 100n, []);
    expect(await reader.position()).toBe(100n);
  });

  /** A runner, and a process that only reads. */
  async function startRunner(log: MemoryEventLog, options: Partial<Parameters<typeof startProjections>[0]> = {}) {
    const server = await startServer();
    const [store, others] = [await openStore(server), await openStore(server)];
    const served = others.serve(dishProjection);
    const logger = new QuietLogger();
    const built: (bigint | undefined)[] = [];
    const onBuilt = () => void served.position().then((position) => built.push(position));
    const definitions = [dishProjection];
    const projections = startProjections({ log, store, definitions, logger, delays, onBuilt, ...options });
    onTestFinished(() => projections.stop());
    await until(() => built.length === 1);
    return { server, served, logger, built, raw: connect(server) };
  }

  /** What readers get until the model is served again. */
  async function readsUntilServed(served: Awaited<ReturnType<typeof startRunner>>['served']) {
    const reads: unknown[] = [];
    await until(async () => {
      const read = await served.progress().catch((error: unknown) => error);
      reads.push(read);
      return !(read instanceof ReadModelNotBuilt);
    });
    return { refusals: reads.length - 1, first: reads.at(-1) };
  }

  const serve = (log: MemoryEventLog, dish: string): bigint => append(log, { type: 'DishServed', dish, cook: 'ann' });

  test.each([
    ['nobody writes', false],
    ['others write', true],
  ])('are built again while %s, and served from there', async (_, areWritten) => {
    const log = new MemoryEventLog({ batchSize: 4 });
    for (let n = 0; n < 200; n++) serve(log, `dish-${n}`);
    const head = await log.head();
    const { served, logger, built, raw } = await startRunner(log);
    expect(await served.progress()).toEqual({ position: head, stale: undefined });
    await raw.flushall();
    if (areWritten) serve(log, 'another');
    const { refusals, first } = await readsUntilServed(served);
    expect(refusals).toBeGreaterThan(0);
    expect(first).toMatchObject({ position: expect.toSatisfy((position) => position >= (head ?? 0n)) });
    expect((await served.get('dishes', 'dish-7'))?.json).toContain('dish-7');
    await until(() => built.length === 2);
    expect(built[1]).toBeGreaterThanOrEqual(head ?? 0n);
    const losses = logger.problems.filter(({ message }) => message === lossLine);
    expect(losses).toMatchObject([{ level: 'warn', details: { projection: 'dishes', position: String(head) } }]);
  });

  test('are built from nothing when only the checkpoint is lost', async () => {
    const log = new MemoryEventLog({ batchSize: 4 });
    serve(log, 'soup');
    for (let n = 0; n < 5; n++) append(log, { type: 'DishLiked', dish: 'soup', cook: 'ann' });
    const { served, built, raw } = await startRunner(log);
    const before = await served.get('dishes', 'soup');
    await raw.del('potluck:{dishes@1}:checkpoint');
    await until(() => built.length === 2);
    // Not twice as many likes.
    expect(await served.get('dishes', 'soup')).toEqual(before);
  });

  test('are built again before the event that cannot be folded, and up to where they are paused', async () => {
    const poisoned: Projection = {
      ...dishProjection,
      fold(event, workspace) {
        if (event.stream === 'dish-poison') throw new Error('The dish is poisoned');
        dishProjection.fold(event, workspace);
      },
    };
    const log = new MemoryEventLog({ batchSize: 4 });
    for (let n = 0; n < 10; n++) serve(log, `dish-${n}`);
    const before = await log.head();
    const failedEvent = serve(log, 'poison');
    serve(log, 'after');
    // It would not try again during the test.
    const neverRetried = { ...delays, firstMs: 120_000, maxFailingMs: 120_000 };
    const { served, raw } = await startRunner(log, { definitions: [poisoned], delays: neverRetried });
    const standing = { position: before, stale: { since: expect.any(String), failedEvent } };
    expect(await served.progress()).toEqual(standing);
    await raw.flushall();
    expect(await readsUntilServed(served)).toMatchObject({ first: standing });

    const pausedAt = { position: 50n, id: 'pause', at: '2026-11-20T12:00:00.000Z' };
    const control = { pausedAt, isSkipped: () => false, listen: () => () => {} };
    const controls: Controls = { of: () => control, completedGeneration: () => undefined };
    const paused = await startRunner(log, { controls });
    const stale = { since: pausedAt.at, failedEvent: undefined };
    const untilStale = () => until(async () => (await paused.served.progress()).stale !== undefined);
    await untilStale();
    await paused.raw.flushall();
    expect((await readsUntilServed(paused.served)).refusals).toBeGreaterThan(0);
    await untilStale();
    expect(await paused.served.progress()).toEqual({ position: 50n, stale });
  });
});
