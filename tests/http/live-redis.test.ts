import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { parseRedisUrl } from '../../projections/read-models/redis/redis-url.ts';
import { SealFollower } from '../../server/audit/seals/seal-follower.ts';
import { type LiveGateway, openLiveGateway } from '../../server/live/gateway.ts';
import { freePort } from '../support/free-port.ts';
import {
  type Browser,
  connectBrowser,
  itemRemoved,
  type LiveServer,
  likeCounts,
  listIds,
  membershipChanged,
  ownership,
  postLiked,
  startLive,
  Tokens,
} from '../support/live.ts';
import { QuietLogger } from '../support/quiet-logger.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';
import { openRelay } from '../support/relay.ts';
import { describeWith } from '../support/requirements.ts';
import { startInProcess } from '../support/server-in-process.ts';
import { openNode, openSharedParts } from '../support/two-nodes.ts';
import { until } from '../support/until.ts';

describeWith('redis-server', 'live gateways of several processes, connected by Redis', (program) => {
  const tokens = new Tokens();
  const closing: (() => Promise<void>)[] = [];
  let redis: RedisServer;

  beforeAll(async () => {
    tokens.issue('ann');
    redis = await startRedis(program);
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  afterAll(() => redis.remove());

  const start = async (url = redis.url): Promise<LiveServer> => {
    const server = await startLive(tokens, { redis: parseRedisUrl(url) });
    closing.push(server.close);
    return server;
  };
  /** Starts a process that runs projections and has no browsers. */
  const startPublisher = async (url = redis.url): Promise<LiveGateway> => {
    const gateway = await openLiveGateway({
      identity: tokens,
      ownership,
      redis: parseRedisUrl(url),
      logger: new QuietLogger(),
    });
    closing.push(gateway.close);
    return gateway;
  };
  const open = async (server: LiveServer, token?: string): Promise<Browser> => {
    const browser = await connectBrowser(server.url, token);
    closing.push(async () => void browser.socket.disconnect());
    return browser;
  };
  /** Waits until browsers fetch everything, as for any new publisher: its predecessor may have left messages unsent. */
  const awaitFirstContact = async (publisher: LiveGateway, ...browsers: Browser[]) => {
    publisher.publish(postLiked(0));
    await until(() => browsers.every(({ missed }) => missed === 1));
    for (const browser of browsers) browser.messages.length = 0;
  };

  test('messages of one process reach all browsers in order and once, in their rooms only', async () => {
    const [node, otherNode] = [await start(), await start()];
    const [ann, otherAnn, visitor] = [await open(node, 'ann'), await open(otherNode, 'ann'), await open(otherNode)];
    const counts = Array.from({ length: 200 }, (_, i) => i + 1);
    for (const count of counts) node.gateway.publish(postLiked(count, { postId: `p${count}` }));
    node.gateway.publish(itemRemoved('ann'));
    node.gateway.publish(postLiked(999));
    for (const browser of [ann, otherAnn, visitor]) {
      await until(() => likeCounts(browser).at(-1) === 999);
      expect(likeCounts(browser)).toEqual([...counts, 999]);
    }
    expect([ann, otherAnn, visitor].map(listIds)).toEqual([['list-of-ann'], ['list-of-ann'], []]);
  });

  test('members receive what their household sends from when they join until they are removed, on all processes', async () => {
    const [node, otherNode, publisher] = [await start(), await start(), await startPublisher()];
    const browsers = [await open(node, 'ann'), await open(otherNode, 'ann')];
    await awaitFirstContact(publisher, ...browsers);
    publisher.publish(itemRemoved('home'));
    publisher.publish(membershipChanged('MemberJoined', 'ann'));
    publisher.publish(itemRemoved('home'));
    publisher.publish(membershipChanged('MemberRemoved', 'ann'));
    publisher.publish(itemRemoved('home'));
    publisher.publish(postLiked(999, { actor: 'ben' }));
    for (const browser of browsers) {
      await until(() => likeCounts(browser).at(-1) === 999);
      expect(browser.messages.map(({ kind }) => kind)).toEqual([
        'household.joined',
        'household.changed',
        'list.changed',
        'household.left',
        'post.changed',
      ]);
    }
  });

  test('a process that only runs projections reaches the browsers of the others', async () => {
    const [server, publisher] = [await start(), await startPublisher()];
    const browser = await open(server, 'ann');
    publisher.publish(postLiked(4));
    publisher.publish(itemRemoved('ann'));
    await until(() => likeCounts(browser).at(-1) === 4 && listIds(browser).length === 1);
  });

  test('messages of another installation, in another database of the Redis, reach no browser of this one', async () => {
    const url = `${redis.url}/1`;
    const [server, publisher, stranger] = [await start(url), await startPublisher(url), await startPublisher()];
    const browser = await open(server, 'ann');
    await awaitFirstContact(publisher, browser);
    stranger.publish(itemRemoved('ann'));
    await stranger.check(); // Redis has sent it.
    publisher.publish(postLiked(4));
    await until(() => likeCounts(browser).at(-1) === 4);
    expect(listIds(browser)).toEqual([]);
  });

  test('messages sent right before a process ends reach the others', async () => {
    const [server, publisher] = [await start(), await startPublisher()];
    const browser = await open(server);
    for (let count = 1; count <= 100; count++) publisher.publish(postLiked(count, { postId: `p${count}` }));
    await publisher.close();
    await until(() => likeCounts(browser).length === 100);
  });

  test('what a worker still commits while it stops reaches the browsers of the others', async () => {
    await using cleanUp = new AsyncDisposableStack();
    const parts = await openSharedParts(program, cleanUp);
    const urls = { EVENTSTORE_URL: parts.eventStore.connectionString, REDIS_URL: parts.redis.url };
    const env = { PORT: '0', DATA_DIR: parts.folder, LOG_LEVEL: 'info', ...urls };
    const worker = startInProcess(env, '--services=projections');
    cleanUp.defer(async () => void (await worker.stop()));
    const node = await openNode(parts, { users: ['mia'], runsProjections: false }, cleanUp);
    await worker.address();
    const browser = await connectBrowser(node.address);
    cleanUp.defer(async () => void browser.socket.disconnect());
    const posted = () => browser.messages.flatMap((message) => (message.kind === 'post.published' ? message.post : []));
    const publish = async (title: string) => {
      const response = await node.call('mia', 'POST', '/community/', { title, content: 'Slurp' });
      expect(response.status).toBe(201);
      await until(() => posted().some((post) => post.title === title));
    };
    await publish('Ramen');

    // Its seals stop before its projections.
    const received = Promise.withResolvers<void>();
    const { stop } = SealFollower.prototype;
    vi.spyOn(SealFollower.prototype, 'stop').mockImplementation(async function (this: SealFollower) {
      await received.promise;
      await stop.call(this);
    });
    const exit = worker.stop();
    await worker.waitForOutput(/Potluck stops/, 50_000);
    await publish('Udon');
    received.resolve();
    await exit;
  });

  test('browsers stay connected during an outage of Redis, and receive a missed event and later messages', async () => {
    const [server, publisher] = [await start(), await startPublisher()];
    const browser = await open(server);
    const { id } = browser.socket;
    await awaitFirstContact(publisher, browser);
    await expect(publisher.check()).resolves.toBeUndefined();

    await redis.kill();
    publisher.publish(postLiked(1));
    await expect(publisher.check()).rejects.toThrow(/no answer/);
    await redis.start();
    await until(() => browser.missed === 2 || likeCounts(browser).at(-1) === 1);
    publisher.publish(postLiked(2));
    await until(() => likeCounts(browser).at(-1) === 2);
    await expect(publisher.check()).resolves.toBeUndefined();
    expect(browser.socket.id).toBe(id);
  });

  test('a process whose connection breaks while it subscribes receives later messages', async () => {
    const relay = await openRelay(redis.port);
    closing.push(relay.close);
    relay.cutAt('potluck-live#');
    const [server, publisher] = [await start(`redis://127.0.0.1:${relay.port}`), await startPublisher()];
    const browser = await open(server);
    await until(() => relay.countSent('potluck-live#') > 1);
    await awaitFirstContact(publisher, browser);
    publisher.publish(postLiked(3));
    await until(() => likeCounts(browser).at(-1) === 3);
  });

  test('a process that ends right after a rebuild makes the browsers of the others fetch the result', async () => {
    const [server, publisher] = [await start(), await startPublisher()];
    const browser = await open(server);
    await awaitFirstContact(publisher, browser);
    publisher.publish(postLiked(1, { at: '2026-01-01T00:00:00.000Z' }));
    await publisher.close();
    await until(() => browser.missed === 2);
    expect(likeCounts(browser)).toEqual([]);
  });

  test('discards messages during a long outage of Redis instead of collecting them', async () => {
    const [server, publisher] = [await start(), await startPublisher()];
    const browser = await open(server);
    await awaitFirstContact(publisher, browser);
    await redis.kill();
    for (let count = 1; count <= 3_000; count++) publisher.publish(postLiked(count, { postId: `p${count}` }));
    await redis.start();
    await until(() => browser.missed === 2);
    expect(likeCounts(browser).length).toBeLessThan(1_500);
    publisher.publish(postLiked(9));
    await until(() => likeCounts(browser).at(-1) === 9);
  });

  test('reports an unreachable Redis in one line at start, without its password', async () => {
    const url = `redis://:secret@127.0.0.1:${await freePort()}`;
    const failure: Error = await start(url).then(
      () => new Error('It started'),
      (error) => error,
    );
    expect(failure.message).toMatch(/^REDIS_URL: set a Redis 7\.0 or newer that answers.*ECONNREFUSED/);
    expect(failure.message).not.toContain('secret');
    expect(failure.message).not.toContain('\n');
  });

  test.each(['cluster', 'sentinel'] as const)('connects processes through Redis %s', async (kind) => {
    const url =
      kind === 'cluster' ? await startCluster(program, closing) : await startSentinel(program, redis, closing);
    const [node, otherNode] = [await start(url), await start(url)];
    const browser = await open(otherNode);
    node.gateway.publish(postLiked(6));
    await until(() => likeCounts(browser).at(-1) === 6);
  });
});

test('a gateway with neither browsers nor Redis names the missing setting', async () => {
  const opening = openLiveGateway({ identity: new Tokens(), ownership, logger: new QuietLogger() });
  await expect(opening).rejects.toThrow(/^REDIS_URL: set it/);
});

type Closing = (() => Promise<void>)[];

/** Starts a cluster of one node, which has all slots. */
async function startCluster(program: string, closing: Closing): Promise<string> {
  const node = await startRedis(program, ['--cluster-enabled', 'yes']);
  closing.push(node.remove);
  const admin = new Redis(node.url);
  closing.push(async () => admin.disconnect());
  await admin.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
  await until(async () => String(await admin.call('CLUSTER', 'INFO')).includes('cluster_state:ok'));
  return `redis+cluster://127.0.0.1:${node.port}`;
}

/** Starts a Sentinel that monitors a master. */
async function startSentinel(program: string, master: RedisServer, closing: Closing): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-sentinel-'));
  const config = join(folder, 'sentinel.conf');
  const port = await freePort();
  await writeFile(config, `port ${port}\nsentinel monitor kitchen 127.0.0.1 ${master.port} 1\n`);
  const sentinel = spawn(program, [config, '--sentinel'], { stdio: 'ignore' });
  closing.push(async () => {
    sentinel.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  const admin = new Redis(port, { retryStrategy: () => 50 });
  admin.on('error', () => {});
  closing.push(async () => admin.disconnect());
  await until(async () => String(await admin.call('SENTINEL', 'MASTERS')).includes('kitchen'));
  return `redis+sentinel://127.0.0.1:${port}/kitchen`;
}
