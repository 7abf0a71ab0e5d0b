/** Nodes that start while they or another node build the read models. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { allProjections, servedProjections } from '../../projections/definitions/all.ts';
import { openRedisReadModels } from '../../projections/read-models/redis/redis-read-models.ts';
import { parseRedisUrl } from '../../projections/read-models/redis/redis-url.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import type { EventLog } from '../../server/core/event-log.ts';
import { openEventStoreDb } from '../../server/event-log/eventstoredb/open-event-store-db.ts';
import { newEvents, newStream } from '../contracts/event-log/sample-events.ts';
import { documentedBy } from '../support/documented-responses.ts';
import { failures } from '../support/eventstoredb-server/faults.ts';
import { FakeEventStoreDb } from '../support/eventstoredb-server/server.ts';
import { freePort } from '../support/free-port.ts';
import { withoutAccounts } from '../support/no-accounts.ts';
import { QuietLogger } from '../support/quiet-logger.ts';
import { startRedis } from '../support/redis-server.ts';
import { describeWith } from '../support/requirements.ts';
import { type ServerInProcess, startInProcess } from '../support/server-in-process.ts';
import { until } from '../support/until.ts';

const startTimeoutMs = 25_000;
/** From its first response on; much less than the minute for which it would wait for its own read models. */
const noWaitTimeoutMs = 15_000;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of cleanups.splice(0).reverse()) await end();
});

interface StartingNode extends Omit<ServerInProcess, 'address'> {
  readonly address: string;
  statuses(): Promise<(number | undefined)[]>;
}

/** Starts an event log with an event to project. */
async function startLog(): Promise<{ eventStore: FakeEventStoreDb; log: EventLog }> {
  const eventStore = await FakeEventStoreDb.start();
  cleanups.push(() => eventStore.stop());
  const log = await openEventStoreDb({ connectionString: eventStore.connectionString });
  cleanups.push(() => log.close());
  await log.append(newStream(), newEvents(1), 'no_stream');
  return { eventStore, log };
}

/** Starts a node, and waits until it responds to health checks. */
async function startNode(eventStore: FakeEventStoreDb, services: string, env = {}): Promise<StartingNode> {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-starting-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const settings = { PORT: String(port), DATA_DIR: folder, SEED_SAMPLES: 'false' };
  const stores = { EVENTSTORE_URL: eventStore.connectionString, ...(await withoutAccounts()) };
  const node = startInProcess({ ...settings, ...stores, ...env }, `--services=${services}`);
  cleanups.push(() => node.stop());
  const statusOf = (path: string) =>
    fetch(address + path).then(
      ({ status }) => status,
      () => undefined,
    );
  await until(async () => (await statusOf('/health/live')) !== undefined, startTimeoutMs);
  const paths = ['/health/live', '/health/ready', '/api/recipes', '/socket.io/?EIO=4&transport=polling'];
  return { ...node, address, statuses: () => Promise.all(paths.map(statusOf)) };
}

/** Delays the build until the subscription that all share is dropped. */
const delayBuild = ({ faults }: FakeEventStoreDb): void => {
  faults.nextSubscriptions.push('silence');
};

test('a node is live but answers no requests while it builds its read models', async () => {
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

  await until(() => eventStore.openSubscriptions > 0);
  eventStore.dropSubscriptions(failures.consumerTooSlow);
  await node.waitForOutput(/^Potluck is ready: open /m, startTimeoutMs);
  expect(await node.statuses()).toEqual([200, 200, 200, 200]);
  const documented = documentedBy(await (await fetch(`${node.address}/api/openapi.json`)).text());
  const { status, headers } = call;
  const response = { status, body: await call.text(), header: (name: string) => headers.get(name) ?? undefined };
  expect(documented.mismatches({ method: 'GET', url: '/api/recipes' }, response)).toEqual([]);
});

test('a node that cannot project an event answers other requests, logs what it waits for, and is never ready', async () => {
  const { eventStore, log } = await startLog();
  const [event] = newEvents(1);
  if (event === undefined) throw new Error('There is no event');
  const ofNewerRelease = { ...event, type: 'RecipePublished', meta: { ...event.meta, schema: 99 } };
  await log.append('recipe-1', [ofNewerRelease], 'no_stream');
  const node = await startNode(eventStore, 'api,projections,live');
  await node.waitForOutput(
    /"awaited":\["read models","projections"\],"msg":"Potluck answers requests, but/,
    startTimeoutMs,
  );
  // An empty list would say that nobody has published a recipe.
  expect(await node.statuses()).toEqual([200, 503, 503, 200]);
  expect((await fetch(`${node.address}/api/community`)).status).toBe(200);
  expect(node.stdout()).toBe('');
});

test('a node that is stopped during the build of its read models does not report that it is ready', {
  tags: 'extended',
}, async () => {
  const { eventStore } = await startLog();
  delayBuild(eventStore);
  const node = await startNode(eventStore, 'api,projections,live', { LOG_LEVEL: 'info' });
  await until(() => eventStore.openSubscriptions > 0);
  expect(await node.stop()).toBe(0);
  expect(node.stdout()).toBe('');
  expect(node.stderr()).toContain('Potluck has stopped');
  expect(node.stderr()).not.toMatch(/Potluck is ready|not ready/);
});

describeWith('redis-server', 'a node without projections', (program) => {
  test('refuses to read until another node has built the read models, and is ready then', async () => {
    const { eventStore, log } = await startLog();
    const redis = await startRedis(program);
    cleanups.push(redis.remove);
    const node = await startNode(eventStore, 'api,live', { REDIS_URL: redis.url });
    await node.waitForOutput(
      /"awaited":\["read models","projections"\],"msg":"Potluck answers requests, but is not ready/,
      noWaitTimeoutMs,
    );
    expect(await node.statuses()).toEqual([200, 503, 503, 200]);
    const { parts } = await (await fetch(`${node.address}/health/ready`)).json();
    const building = expect.arrayContaining(servedProjections.map(({ name }) => name));
    expect(parts).toContainEqual({ name: 'read models', ready: false, detail: { building } });

    const store = await openRedisReadModels(parseRedisUrl(redis.url));
    cleanups.push(() => store.close());
    const projections = startProjections({ log, store, definitions: allProjections, logger: new QuietLogger() });
    cleanups.push(() => projections.stop());
    expect(node.stdout()).toBe('');
    await until(async () => (await fetch(`${node.address}/health/ready`)).ok, startTimeoutMs);
    await node.waitForOutput(/^Potluck is ready: open /m, startTimeoutMs);
    expect(node.stderr().match(/is not ready/g)).toHaveLength(1);
    expect(await node.statuses()).toEqual([200, 200, 200, 200]);
  });
});

describeWith('redis-server', 'a node with only projections', (program) => {
  test.each([
    ['starts no accounts emulator', async () => ''],
    ['starts while the identity service is unavailable', async () => `127.0.0.1:${await freePort()}`],
  ])('%s, because it authenticates no requests', { tags: 'extended' }, async (_, emulatorHost) => {
    const { eventStore } = await startLog();
    const redis = await startRedis(program);
    cleanups.push(redis.remove);
    const folder = mkdtempSync(join(tmpdir(), 'potluck-projecting-'));
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    const node = await startNode(eventStore, 'projections', {
      DATA_DIR: folder,
      REDIS_URL: redis.url,
      FIREBASE_AUTH_EMULATOR_HOST: await emulatorHost(),
    });
    await node.waitForOutput(/^Potluck is ready: open /m, startTimeoutMs);
    const ready = await fetch(`${node.address}/health/ready`);
    const { parts }: { parts: { name: string }[] } = await ready.json();
    expect([ready.status, parts.map(({ name }) => name)]).toEqual([
      200,
      ['event log', 'read models', 'projections', 'live updates', 'start'],
    ]);
    expect(existsSync(join(folder, 'accounts'))).toBe(false);
  });
});
