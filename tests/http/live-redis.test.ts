import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parseRedisUrl } from '../../projections/read-models/redis/redis-url.ts';
import { type LiveGateway, openLiveGateway } from '../../server/live/gateway.ts';
import { freePort } from '../support/free-port.ts';
import {
  type Browser,
  browse,
  type LiveServer,
  likeCounts,
  liked,
  listIdOf,
  lists,
  planIdOf,
  removed,
  startLive,
  Tokens,
} from '../support/live.ts';
import { QuietLogger } from '../support/quiet-logger.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';
import { describeWith } from '../support/requirements.ts';
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
  /** Where the projections run, without browsers. */
  const startPublisher = async (url = redis.url): Promise<LiveGateway> => {
    const gateway = await openLiveGateway({
      identity: tokens,
      listIdOf,
      planIdOf,
      redis: parseRedisUrl(url),
      logger: new QuietLogger(),
    });
    closing.push(gateway.close);
    return gateway;
  };
  const open = async (server: LiveServer, token?: string): Promise<Browser> => {
    const browser = await browse(server.url, token);
    closing.push(async () => void browser.socket.disconnect());
    return browser;
  };
  /** Browsers read everything when a publisher appears, since what the one before it left untold is not known. */
  const introduced = async (publisher: LiveGateway, ...browsers: Browser[]) => {
    publisher.applied(liked(0));
    await until(() => browsers.every(({ missed }) => missed === 1));
    for (const browser of browsers) browser.messages.length = 0;
  };

  test('what one is told reaches the browsers of all, in order and once, in the rooms that it is for', async () => {
    const [here, there] = [await start(), await start()];
    const [annHere, annThere, visitorThere] = [await open(here, 'ann'), await open(there, 'ann'), await open(there)];
    const counts = Array.from({ length: 200 }, (_, i) => i + 1);
    for (const count of counts) here.gateway.applied(liked(count, { postId: `p${count}` }));
    here.gateway.applied(removed('ann'));
    here.gateway.applied(liked(999));
    for (const browser of [annHere, annThere, visitorThere]) {
      await until(() => likeCounts(browser).at(-1) === 999);
      expect(likeCounts(browser)).toEqual([...counts, 999]);
    }
    expect([annHere, annThere, visitorThere].map(lists)).toEqual([['list-of-ann'], ['list-of-ann'], []]);
  });

  test('a process that only projects reaches the browsers of the others', async () => {
    const [server, publisher] = [await start(), await startPublisher()];
    const browser = await open(server, 'ann');
    publisher.applied(liked(4));
    publisher.applied(removed('ann'));
    await until(() => likeCounts(browser).at(-1) === 4 && lists(browser).length === 1);
  });

  test('what is told right before a process ends reaches the others', async () => {
    const [server, publisher] = [await start(), await startPublisher()];
    const browser = await open(server);
    for (let count = 1; count <= 100; count++) publisher.applied(liked(count, { postId: `p${count}` }));
    await publisher.close();
    await until(() => likeCounts(browser).length === 100);
  });

  test('when Redis goes away and comes back, browsers stay, miss nothing unknowingly, and are told again', async () => {
    const [server, publisher] = [await start(), await startPublisher()];
    const browser = await open(server);
    const { id } = browser.socket;
    await introduced(publisher, browser);
    await expect(publisher.check()).resolves.toBeUndefined();

    await redis.kill();
    publisher.applied(liked(1));
    await expect(publisher.check()).rejects.toThrow(/no answer/);
    await redis.start();
    await until(() => browser.missed === 2 || likeCounts(browser).at(-1) === 1, 20_000);
    publisher.applied(liked(2));
    await until(() => likeCounts(browser).at(-1) === 2);
    await expect(publisher.check()).resolves.toBeUndefined();
    expect(browser.socket.id).toBe(id);
  });

  test('a process that ends right after a rebuild has the browsers of the others read its outcome', async () => {
    const [server, publisher] = [await start(), await startPublisher()];
    const browser = await open(server);
    await introduced(publisher, browser);
    publisher.applied(liked(1, { at: '2026-01-01T00:00:00.000Z' }));
    await publisher.close();
    await until(() => browser.missed === 2);
    expect(likeCounts(browser)).toEqual([]);
  });

  test('what cannot be published while Redis is away for long is given up, not collected', async () => {
    const [server, publisher] = [await start(), await startPublisher()];
    const browser = await open(server);
    await introduced(publisher, browser);
    await redis.kill();
    for (let count = 1; count <= 3_000; count++) publisher.applied(liked(count, { postId: `p${count}` }));
    await redis.start();
    await until(() => browser.missed === 2, 20_000);
    expect(likeCounts(browser).length).toBeLessThan(1_500);
    publisher.applied(liked(9));
    await until(() => likeCounts(browser).at(-1) === 9);
  });

  test('a Redis that does not answer is told in one line at the start, without its password', async () => {
    const url = `redis://:secret@127.0.0.1:${await freePort()}`;
    const failure: Error = await start(url).then(
      () => new Error('It started'),
      (error) => error,
    );
    expect(failure.message).toMatch(/^REDIS_URL: set a Redis 7\.0 or newer that answers.*ECONNREFUSED/);
    expect(failure.message).not.toContain('secret');
    expect(failure.message).not.toContain('\n');
  });

  test.each(['cluster', 'sentinel'] as const)('Redis %s connects them, too', async (kind) => {
    const url =
      kind === 'cluster' ? await startCluster(program, closing) : await startSentinel(program, redis, closing);
    const [here, there] = [await start(url), await start(url)];
    const browser = await open(there);
    here.gateway.applied(liked(6));
    await until(() => likeCounts(browser).at(-1) === 6);
  });
});

test('a gateway with neither browsers nor Redis says what to set', async () => {
  const nowhere = openLiveGateway({ identity: new Tokens(), listIdOf, planIdOf, logger: new QuietLogger() });
  await expect(nowhere).rejects.toThrow(/^REDIS_URL: set it/);
});

type Closing = (() => Promise<void>)[];

/** A cluster of one node, which has all slots. */
async function startCluster(program: string, closing: Closing): Promise<string> {
  const node = await startRedis(program, ['--cluster-enabled', 'yes']);
  closing.push(node.remove);
  const admin = new Redis(node.url);
  closing.push(async () => admin.disconnect());
  await admin.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
  await until(async () => String(await admin.call('CLUSTER', 'INFO')).includes('cluster_state:ok'));
  return `redis+cluster://127.0.0.1:${node.port}`;
}

/** A Sentinel that watches a master. */
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
