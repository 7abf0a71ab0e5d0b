/** A Redis server and stores on it for one test, which end with it, and a document to write. */
import { onTestFinished } from 'vitest';
import type { ProjectionKey, ReadModelStore, Write } from '../../projections/read-models/read-model-store.ts';
import { openRedisReadModels } from '../../projections/read-models/redis/redis-read-models.ts';
import { parseRedisUrl } from '../../projections/read-models/redis/redis-url.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

export const dishes: ProjectionKey = { name: 'dishes', version: 1 };
export const put = (id: string, value: object): Write => ({
  kind: 'put',
  collection: 'dishes',
  id,
  value,
  position: 1n,
});

export async function openStore(url: string): Promise<ReadModelStore> {
  const store = await openRedisReadModels(parseRedisUrl(url));
  onTestFinished(() => store.close());
  return store;
}

/** @param options as of `startRedis` */
export async function startServer(program: string, options?: readonly string[]): Promise<RedisServer> {
  const server = await startRedis(program, options);
  onTestFinished(() => server.remove());
  return server;
}
