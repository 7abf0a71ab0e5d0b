/** Nodes that start while read models are being built: by themselves, or by another. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { allProjections } from '../../projections/definitions/all.ts';
import { openRedisReadModels } from '../../projections/read-models/redis/redis-read-models.ts';
import { parseRedisUrl } from '../../projections/read-models/redis/redis-url.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import type { EventLog } from '../../server/core/event-log.ts';
import { openEventStoreDb } from '../../server/event-log/eventstoredb/open-event-store-db.ts';
import { newEvents, newStream } from '../contracts/event-log/sample-events.ts';
import { type RunningCommand, runProgram } from '../support/command.ts';
import { DocumentedResponses } from '../support/documented-responses.ts';
import { failures } from '../support/eventstoredb-server/faults.ts';
import { EventStoreDbServer } from '../support/eventstoredb-server/server.ts';
import { freePort } from '../support/free-port.ts';
import { QuietLogger } from '../support/quiet-logger.ts';
import { startRedis } from '../support/redis-server.ts';
import { describeWith } from '../support/requirements.ts';
import { serverEnvironment } from '../support/server-environment.ts';
import { until } from '../support/until.ts';

const startsWithinMs = 25_000;
/** From its first answer on; far from the minute in which it would wait for its own read models. */
const waitsForNobodyMs = 15_000;

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

interface StartingNode extends RunningCommand {
  readonly address: string;
  statuses(): Promise<(number | undefined)[]>;
}

/** An event log that has something to build from. */
async function startLog(): Promise<{ eventStore: EventStoreDbServer; log: EventLog }> {
  const eventStore = await EventStoreDbServer.start();
  ending.push(() => eventStore.stop());
  const log = await openEventStoreDb({ connectionString: eventStore.connectionString });
  ending.push(() => log.close());
  await log.append(newStream(), newEvents(1), 'no_stream');
  return { eventStore, log };
}

/** Starts a node, and waits until it can be asked how it is. */
async function startNode(eventStore: EventStoreDbServer, services: string, env = {}): Promise<StartingNode> {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-starting-'));
  ending.push(() => rmSync(folder, { recursive: true, force: true }));
  const emulatorPort = await freePort();
  const emulator = createServer((_, answer) => answer.end()).listen(emulatorPort, '127.0.0.1');
  ending.push(() => emulator.close());
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const node = runProgram(
    process.execPath,
    ['server/main.ts', `--services=${services}`],
    serverEnvironment({
      PORT: String(port),
      DATA_DIR: folder,
      SEED_SAMPLES: 'false',
      EVENTSTORE_URL: eventStore.connectionString,
      FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${emulatorPort}`,
      ...env,
    }),
  );
  ending.push(() => node.killAll());
  const statusOf = (path: string) =>
    fetch(address + path).then(
      ({ status }) => status,
      () => undefined,
    );
  await until(async () => (await statusOf('/health/live')) !== undefined, startsWithinMs);
  const paths = ['/health/live', '/health/ready', '/api/recipes', '/socket.io/?EIO=4&transport=polling'];
  return { ...node, address, statuses: () => Promise.all(paths.map(statusOf)) };
}

/** A build that does not come to its end before the subscriptions are dropped. */
const delayBuild = ({ faults }: EventStoreDbServer): void => {
  faults.nextSubscriptions.push(...allProjections.map(() => 'silence' as const), 'silence');
};

test('a node that builds its read models is alive meanwhile, and answers no more than that until they are built', async () => {
  const { eventStore } = await startLog();
  delayBuild(eventStore);
  const node = await startNode(eventStore, 'api,projections,live');
  expect(await node.statuses()).toEqual([200, 503, 503, 403]);
  const call = await fetch(`${node.address}/api/recipes`);
  expect([call.headers.get('retry-after'), call.headers.get('refresh')]).toEqual(['2', null]);
  const handshake = await fetch(`${node.address}/socket.io/?EIO=4&transport=polling`);
  expect(await handshake.json()).toMatchObject({ message: 'Potluck is starting' });
  const page = await fetch(`${node.address}/community`);
  expect([page.status, page.headers.get('refresh')]).toEqual([503, '2']);
  expect(node.stdout()).toBe('');

  await until(() => eventStore.openSubscriptions > allProjections.length);
  eventStore.dropSubscriptions(failures.consumerTooSlow);
  await node.waitForOutput(/^Potluck is ready: open /m, startsWithinMs);
  expect(await node.statuses()).toEqual([200, 200, 200, 200]);
  const documented = new DocumentedResponses(await (await fetch(`${node.address}/api/openapi.json`)).text());
  const { status, headers } = call;
  const answered = { status, body: await call.text(), header: (name: string) => headers.get(name) ?? undefined };
  expect(documented.mismatches({ method: 'GET', url: '/api/recipes' }, answered)).toEqual([]);
});

test('a node that cannot project an event answers, says what it waits for, and never that it is ready', async () => {
  const { eventStore, log } = await startLog();
  const [event] = newEvents(1);
  if (event === undefined) throw new Error('There is no event');
  const ofNewerRelease = { ...event, type: 'RecipePublished', meta: { ...event.meta, schema: 99 } };
  await log.append('recipe-1', [ofNewerRelease], 'no_stream');
  const node = await startNode(eventStore, 'api,projections,live');
  await node.waitForOutput(
    /"awaited":\["read models","projections"\],"msg":"Potluck answers requests, but/,
    startsWithinMs,
  );
  expect(await node.statuses()).toEqual([200, 503, 200, 200]);
  expect(node.stdout()).toBe('');
});

test('a node that is stopped while it builds its read models does not say that it is ready', async () => {
  const { eventStore } = await startLog();
  delayBuild(eventStore);
  const node = await startNode(eventStore, 'api,projections,live', { LOG_LEVEL: 'info' });
  await until(() => eventStore.openSubscriptions > allProjections.length);
  node.kill('SIGTERM');
  expect(await node.exit).toEqual({ code: 0, signal: null });
  expect(node.stdout()).toBe('');
  expect(node.stderr()).toContain('Potluck has stopped');
  expect(node.stderr()).not.toMatch(/Potluck is ready|not ready/);
});

describeWith('redis-server', 'a node that only answers requests', (program) => {
  test('answers from what is there while nobody projects, and is ready once its read models are built', async () => {
    const { eventStore, log } = await startLog();
    const redis = await startRedis(program);
    ending.push(redis.remove);
    const node = await startNode(eventStore, 'api,live', { REDIS_URL: redis.url });
    await node.waitForOutput(
      /"awaited":\["read models"\],"msg":"Potluck answers requests, but is not ready/,
      waitsForNobodyMs,
    );
    expect(await node.statuses()).toEqual([200, 503, 200, 200]);
    const { parts } = await (await fetch(`${node.address}/health/ready`)).json();
    const building = expect.arrayContaining(allProjections.map(({ name }) => name));
    expect(parts).toContainEqual({ name: 'read models', ready: false, detail: { building } });

    const store = await openRedisReadModels(parseRedisUrl(redis.url));
    ending.push(() => store.close());
    const projections = startProjections({ log, store, definitions: allProjections, logger: new QuietLogger() });
    ending.push(() => projections.stop());
    expect(node.stdout()).toBe('');
    await until(async () => (await fetch(`${node.address}/health/ready`)).ok, startsWithinMs);
    await node.waitForOutput(/^Potluck is ready: open /m, startsWithinMs);
    expect(node.stderr().match(/is not ready/g)).toHaveLength(1);
  });
});

describeWith('redis-server', 'a node that only projects', (program) => {
  test.each([
    ['starts no accounts emulator of its own', async () => ''],
    ['starts while the identity service is away', async () => `127.0.0.1:${await freePort()}`],
  ])('%s, for it asks nobody who they are', async (_, emulatorHost) => {
    const { eventStore } = await startLog();
    const redis = await startRedis(program);
    ending.push(redis.remove);
    const folder = mkdtempSync(join(tmpdir(), 'potluck-projecting-'));
    ending.push(() => rmSync(folder, { recursive: true, force: true }));
    const node = await startNode(eventStore, 'projections', {
      DATA_DIR: folder,
      REDIS_URL: redis.url,
      FIREBASE_AUTH_EMULATOR_HOST: await emulatorHost(),
    });
    await node.waitForOutput(/^Potluck is ready: open /m, startsWithinMs);
    const ready = await fetch(`${node.address}/health/ready`);
    const { parts }: { parts: { name: string }[] } = await ready.json();
    expect([ready.status, parts.map(({ name }) => name)]).toEqual([
      200,
      ['event log', 'read models', 'projections', 'live updates', 'start'],
    ]);
    expect(existsSync(join(folder, 'accounts'))).toBe(false);
  });
});
