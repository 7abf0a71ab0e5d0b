/** What users and operators see while a Redis that has lost its data is filled again, and while an event cannot be folded. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import type { PostPage } from '../../server/core/contracts/community.ts';
import type { Health } from '../../server/core/contracts/health.ts';
import type { Builds } from '../../server/process/builds.ts';
import { simulatedHistory } from '../../server/simulation/simulated-history.ts';
import { type RunningCommand, runProgram } from '../support/command.ts';
import { FakeEventStoreDb } from '../support/eventstoredb-server/server.ts';
import { withoutAccounts } from '../support/no-accounts.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';
import { describeWith } from '../support/requirements.ts';
import { seedEventStore } from '../support/seeded-event-store.ts';
import { serverEnvironment } from '../support/server-environment.ts';
import { startInProcess } from '../support/server-in-process.ts';
import { until } from '../support/until.ts';

const startTimeoutMs = 60_000;

interface Site {
  readonly eventStore: FakeEventStoreDb;
  readonly redis: RedisServer;
  /** A process of its own, which runs the projections. */
  readonly worker: RunningCommand;
  /** Of the node that serves requests and sockets. */
  readonly address: string;
  /** Of the worker. */
  readonly workerAddress: string;
}

async function startSite(program: string): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-lost-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const redis = await startRedis(program, ['--appendonly', 'no']);
  onTestFinished(() => redis.remove());
  const eventStore = await FakeEventStoreDb.start();
  onTestFinished(() => eventStore.stop());
  seedEventStore(
    eventStore,
    simulatedHistory({ events: 2_000, seed: 3, until: new Date('2026-06-30T00:00:00Z') }),
    1_000,
  );
  const accounts = await withoutAccounts();
  const stores = { EVENTSTORE_URL: eventStore.connectionString, REDIS_URL: redis.url };
  const env = (name: string) => ({
    ...{ PORT: '0', DATA_DIR: join(folder, name), SEED_SAMPLES: 'false' },
    ...stores,
    ...accounts,
  });
  const workerEnv = serverEnvironment(env('worker'));
  const worker = runProgram(process.execPath, ['server/main.ts', '--services=projections'], workerEnv);
  onTestFinished(() => worker.killAll());
  const node = startInProcess(env('node'), '--services=api,live');
  onTestFinished(async () => void (await node.stop()));
  const [, workerAddress = ''] = await worker.waitForOutput(/open (http:\S+)\n/, startTimeoutMs);
  return { eventStore, redis, worker, address: await node.address(), workerAddress };
}

/**
 * Polls the feed, and reads it on each `missed` message as browsers do.
 * @returns `told`: the status of each read after such a message; `feeds`: the ids of each feed that was read
 */
async function watchFeed(address: string) {
  const feeds = new Set<string>();
  const told: number[] = [];
  const readFeed = async () => {
    const response = await fetch(`${address}/api/community`);
    const body = await response.text();
    if (response.ok) feeds.add((JSON.parse(body) as PostPage).items.map(({ id }) => id).join());
    return response.status;
  };
  const socket = io(address, { transports: ['websocket'], forceNew: true });
  socket.on('missed', () => readFeed().then((status) => told.push(status)));
  onTestFinished(() => void socket.disconnect());
  let isOver = false;
  const watching = until(async () => (await readFeed()) > 0 && isOver, Number.POSITIVE_INFINITY);
  onTestFinished(async () => {
    isOver = true;
    await watching;
  });
  await until(() => socket.connected && feeds.size > 0);
  return { told, feeds };
}

const readiness = async (address: string) => {
  const response = await fetch(`${address}/health/ready`);
  const { parts }: Health = await response.json();
  return { status: response.status, part: (name: string) => parts.find((part) => part.name === name) };
};

interface Loss {
  readonly how: string;
  readonly lose: (redis: RedisServer, client: Redis) => Promise<unknown>;
  readonly tags: string[];
}

const losses: Loss[] = [
  {
    how: 'restarted without its files',
    lose: async (redis) => {
      await redis.kill();
      await redis.start();
    },
    tags: [],
  },
  { how: 'emptied', lose: (_, client) => client.flushall(), tags: ['extended'] },
];

describeWith('redis-server', 'a site whose Redis has lost its data', (program) => {
  for (const { how, lose, tags } of losses) {
    const name = `${how}, refuses to read until it is built again, says so in its health, and only then tells browsers to fetch`;
    test(name, { tags, timeout: 120_000 }, async () => {
      const { redis, worker, address, workerAddress } = await startSite(program);
      const { items }: PostPage = await (await fetch(`${address}/api/community`)).json();
      const { told, feeds } = await watchFeed(address);
      const client = new Redis(redis.url, { retryStrategy: () => 50 });
      client.on('error', () => {});
      onTestFinished(() => client.disconnect());

      worker.freeze();
      await lose(redis, client);
      await until(async () => (await readiness(address)).part('read models')?.detail !== undefined);
      const toldBefore = told.length;
      for (const path of ['/community', `/community/${items[0]?.id}`, '/recipes']) {
        const refused = await fetch(`${address}/api${path}`);
        const { code } = await refused.json();
        expect([refused.status, refused.headers.get('retry-after'), code]).toEqual([503, '5', 'READ_MODEL_NOT_BUILT']);
      }
      const { status, part } = await readiness(address);
      expect(status).toBe(503);
      expect(part('read models')).toMatchObject({
        ready: false,
        detail: { building: expect.arrayContaining(['posts', 'recipes']) },
      });

      worker.thaw();
      await until(async () => (await readiness(address)).status === 200, 60_000);
      await until(() => told.length > toldBefore, 60_000);
      expect(new Set(told.slice(toldBefore))).toEqual(new Set([200]));
      await until(async () => (await readiness(workerAddress)).status === 200, 60_000);
      expect(feeds).toEqual(new Set([items.map(({ id }) => id).join()]));
      expect(worker.stderr()).toMatch(/"projection":"posts",.*"msg":"The store has lost data of a read model/);
    });
  }
});

/** The contracts show the same in one process. */
const options = { tags: 'extended', timeout: 120_000 };

describeWith('redis-server', 'a site whose Redis has lost the documents of one read model', (program) => {
  test('refuses to read that model until it is built again, and serves the others', options, async () => {
    const { redis, worker, address } = await startSite(program);
    const read = async (path: string) => {
      const response = await fetch(`${address}/api${path}`);
      return { status: response.status, body: await response.json() };
    };
    const [before, recipes] = [await read('/community'), await read('/recipes')];
    const client = new Redis(redis.url);
    onTestFinished(() => client.disconnect());
    worker.freeze();
    const [lost = ''] = await client.keys('potluck:{posts@*}:documents:posts');
    expect(await client.del(lost)).toBe(1);
    expect(await read('/community')).toMatchObject({ status: 503, body: { code: 'READ_MODEL_NOT_BUILT' } });
    expect(await read('/recipes')).toEqual(recipes);
    worker.thaw();
    await until(async () => (await read('/community')).status === 200, 60_000);
    expect(await read('/community')).toEqual(before);
    expect(worker.stderr()).toMatch(/"projection":"posts",.*"msg":"The store has lost data of a read model/);
  });
});

describeWith('redis-server', 'a site with an event that cannot be folded', (program) => {
  test('says since when what it serves is stale, and names the event in its health and its log', options, async () => {
    const { eventStore, worker, address, workerAddress } = await startSite(program);
    const before = await fetch(`${address}/api/community`);
    expect([before.status, before.headers.get('potluck-stale-since')]).toEqual([200, null]);
    const at = new Date().toISOString();
    const meta = { actor: 'mia', commandId: 'c1', correlationId: 'c1', causationId: 'c1', at, schema: 99 };
    const bytes = (value: object) => Buffer.from(JSON.stringify(value));
    const id = '7d444840-9dc0-11d1-b245-5ffdce74fad2';
    const event = {
      id,
      type: 'PostPublished',
      contentType: 'application/json',
      data: bytes({}),
      metadata: bytes(meta),
    };
    eventStore.log.append('post-of-a-newer-release', [event], 'no_stream');
    const stale = async () => (await fetch(`${address}/api/community`)).headers.get('potluck-stale-since');
    await until(async () => (await stale()) !== null);
    expect(await stale()).toBe(at);
    expect(await (await fetch(`${address}/api/community`)).json()).toEqual(await before.json());
    expect((await fetch(`${address}/api/recipes`)).headers.get('potluck-stale-since')).toBeNull();

    const { status, part } = await readiness(address);
    const { stale: models } = Object(part('read models')?.detail) as Pick<Builds, 'stale'>;
    const posts = models.find(({ name }) => name === 'posts');
    expect([status, posts]).toEqual([200, { name: 'posts', since: at, failedEvent: expect.stringMatching(/^\d+$/) }]);
    const atWorker = await readiness(workerAddress);
    expect(atWorker.status).toBe(503);
    expect(atWorker.part('projections')?.detail).toContainEqual(
      expect.objectContaining({
        name: 'posts',
        lastError: expect.objectContaining({ reason: 'EVENT_NOT_FOLDED', position: posts?.failedEvent }),
      }),
    );
    expect(worker.stderr()).toContain(
      `Projection posts failed on the PostPublished at ${posts?.failedEvent} of post-of-a-newer-release`,
    );
  });
});
