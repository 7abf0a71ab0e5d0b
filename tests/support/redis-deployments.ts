/** The smallest Redis Cluster, with three masters, and the smallest Sentinel deployment. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './free-port.ts';
import { type RedisServer, startRedis } from './redis-server.ts';
import { until } from './until.ts';

export interface RedisDeployment {
  readonly url: string;
  readonly servers: readonly RedisServer[];
  remove(): Promise<void>;
}

const slots = 16_384;

export async function startRedisCluster(program: string): Promise<RedisDeployment> {
  const servers = await Promise.all(
    [0, 1, 2].map(async () =>
      startRedis(program, ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())]),
    ),
  );
  const clients = servers.map(({ url }) => new Redis(url));
  const slotsPerServer = Math.ceil(slots / servers.length);
  for (const [n, client] of clients.entries()) {
    await client.call('CLUSTER', 'ADDSLOTSRANGE', n * slotsPerServer, Math.min((n + 1) * slotsPerServer, slots) - 1);
    await client.call('CLUSTER', 'SET-CONFIG-EPOCH', n + 1);
  }
  for (const [n, server] of servers.entries()) {
    const port = await busPort(clients[n]);
    for (const other of clients.slice(0, n)) await other.call('CLUSTER', 'MEET', '127.0.0.1', server.port, port);
  }
  await until(async () => {
    const states = await Promise.all(clients.map((client) => client.call('CLUSTER', 'INFO')));
    return states.every((state) => /cluster_state:ok[\s\S]*cluster_known_nodes:3/.test(String(state)));
  }, 50_000);
  for (const client of clients) client.disconnect();
  return {
    url: `redis+cluster://${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    servers,
    remove: async () => {
      await Promise.all(servers.map((server) => server.remove()));
    },
  };
}

async function busPort(client: Redis | undefined): Promise<string> {
  const reply = await client?.call('CONFIG', 'GET', 'cluster-port');
  return Array.isArray(reply) ? String(reply[1]) : '';
}

export async function startRedisWithSentinel(program: string): Promise<RedisDeployment> {
  const master = await startRedis(program, ['--appendonly', 'no']);
  const folder = await mkdtemp(join(tmpdir(), 'potluck-sentinel-'));
  const configuration = join(folder, 'sentinel.conf');
  await writeFile(configuration, `sentinel monitor kitchen 127.0.0.1 ${master.port} 1\n`);
  const sentinel = await startRedis(program, [configuration, '--sentinel']);
  return {
    url: `redis+sentinel://127.0.0.1:${sentinel.port}/kitchen`,
    servers: [master, sentinel],
    remove: async () => {
      await Promise.all([master.remove(), sentinel.remove()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
