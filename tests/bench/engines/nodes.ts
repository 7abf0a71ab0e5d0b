/**
 * Nodes on EventStoreDB and Redis. Uses the servers at EVENTSTORE_URL and REDIS_URL, of which the Redis must be empty and is
 * emptied again, else the in-memory server and redis-server.
 */
import { Redis } from 'ioredis';
import { findProgram } from '../../support/programs.ts';
import { startRedis } from '../../support/redis-server.ts';
import type { Figure } from '../figure.ts';
import { loadCore, PinnedProgram } from '../pinned.ts';
import { measureRequests } from './requests.ts';
import { measureTwoNodes } from './two-nodes.ts';

/** The first node builds its read models from them. */
const events = 1_000;

export async function measureNodes(): Promise<Figure[]> {
  const program = findProgram('redis-server');
  const { EVENTSTORE_URL, REDIS_URL } = process.env;
  if (REDIS_URL === undefined && program === undefined) return [];
  await using servers = new AsyncDisposableStack();
  const redis = REDIS_URL ?? servers.adopt(await startRedis(program ?? ''), (started) => started.remove()).url;
  const client = servers.adopt(new Redis(redis), (opened) => opened.disconnect());
  if ((await client.dbsize()) > 0) throw new Error('The Redis at REDIS_URL is not empty: choose another database');
  servers.defer(() => client.flushdb().then(() => {}));
  const log = EVENTSTORE_URL ?? (await startEventStore(servers));
  return [...(await measureRequests(log, redis)), ...(await measureTwoNodes(log, redis))];
}

const startEventStore = (servers: AsyncDisposableStack): Promise<string> =>
  servers
    .use(new PinnedProgram(loadCore, ['tests/support/eventstoredb-server/program.ts', JSON.stringify({ events })]))
    .readLine();
