import { withTimeout } from '../../../server/core/timing/with-timeout.ts';
import {
  type GenerationKey,
  type ProjectionKey,
  type ReadModel,
  type ReadModelReader,
  type ReadModelStore,
  ReadModelUnavailable,
  versionedName,
} from '../read-model-store.ts';
import { CheckpointNotifications } from './checkpoint-notifications.ts';
import { awaitReply, createClient, type RedisClient, reasonOf } from './connection.ts';
import { LiveGeneration, removeGenerations, switchGeneration } from './generations.ts';
import { type RedisConnections, RedisReadModel } from './redis-read-model.ts';
import type { RedisTarget } from './redis-url.ts';
import { Versions, type VersionTimes } from './versions.ts';

const readTimeoutMs = 2_000;
const commitTimeoutMs = 10_000;
const openTimeoutMs = 4_000;

/**
 * Read models in Redis 7.0 or newer: one server, a master found by Sentinel, or a cluster; see `redis-url.ts`.
 * @throws ReadModelUnavailable within `openTimeoutMs` if Redis does not respond or may evict keys; its message is one
 * line that says what to change
 */
export async function openRedisReadModels(
  target: RedisTarget,
  times: Partial<VersionTimes> = {},
): Promise<ReadModelStore> {
  const reader = createClient(target, readTimeoutMs);
  const writer = createClient(target, commitTimeoutMs);
  const subscriber = createClient(target, commitTimeoutMs);
  const clients = [reader, writer, subscriber];
  try {
    await withTimeout(connect(clients, reader), openTimeoutMs);
  } catch (error) {
    for (const client of clients) client.disconnect();
    throw new ReadModelUnavailable(
      `REDIS_URL=${target.description} cannot be used: ${reasonOf(error)}. Correct this, or unset REDIS_URL to keep the read models in memory.`,
      { cause: error },
    );
  }
  return new RedisReadModels(
    { target, reader, writer, notifications: new CheckpointNotifications(subscriber) },
    new Versions(writer, times),
  );
}

class RedisReadModels implements ReadModelStore {
  readonly #connections: RedisConnections;
  readonly #versions: Versions;
  readonly #models = new Map<string, RedisReadModel>();

  constructor(connections: RedisConnections, versions: Versions) {
    this.#connections = connections;
    this.#versions = versions;
  }

  open(projection: ProjectionKey): ReadModel {
    return this.#open(projection);
  }

  serve({ name, version }: ProjectionKey): ReadModelReader {
    return this.#open({ name, version }).served;
  }

  #open(projection: ProjectionKey): RedisReadModel {
    const key = versionedName(projection);
    let model = this.#models.get(key);
    if (model === undefined) {
      model = new RedisReadModel(projection, this.#connections);
      this.#models.set(key, model);
      if (projection.generation === undefined) this.#versions.use(projection);
    }
    return model;
  }

  async liveGeneration(projection: ProjectionKey): Promise<string | undefined> {
    const { target, reader } = this.#connections;
    return (await awaitReply(target, new LiveGeneration(projection).keys(reader))).generation;
  }

  switchTo(projection: GenerationKey): Promise<boolean> {
    const { target, writer } = this.#connections;
    return awaitReply(target, switchGeneration(writer, projection));
  }

  removeOthers(projection: ProjectionKey, kept: string | undefined): Promise<void> {
    const { target, writer } = this.#connections;
    return awaitReply(target, removeGenerations(writer, projection, kept));
  }

  async ping(): Promise<void> {
    await awaitReply(this.#connections.target, this.#connections.reader.ping());
  }

  async close(): Promise<void> {
    this.#versions.close();
    for (const model of this.#models.values()) model.close();
    this.#connections.notifications.close();
    this.#connections.reader.disconnect();
    this.#connections.writer.disconnect();
  }
}

async function connect(clients: readonly RedisClient[], reader: RedisClient): Promise<void> {
  const failure = new Promise<never>((_, reject) => reader.once('error', reject));
  await Promise.race([Promise.all(clients.map((client) => client.connect())), failure]);
  assertNoEviction(await reader.info('memory'));
}

/** A Redis that evicts keys when its memory is full would silently lose documents. */
function assertNoEviction(memoryInfo: string): void {
  const policy = /^maxmemory_policy:(\S+)/m.exec(memoryInfo)?.[1] ?? 'noeviction';
  const limit = /^maxmemory:(\d+)/m.exec(memoryInfo)?.[1] ?? '0';
  if (limit !== '0' && policy.startsWith('allkeys')) {
    throw new Error(`it drops keys when its memory is full (maxmemory-policy ${policy}; set it to noeviction)`);
  }
}
