import { Cluster, type Redis } from 'ioredis';
import { backoffMs } from '../../../server/core/timing/backoff.ts';
import { ReadModelUnavailable } from '../read-model-store.ts';
import { GatheringRedis } from './gathering-redis.ts';
import type { RedisTarget } from './redis-url.ts';

export type RedisClient = Redis | Cluster;

/**
 * Creates a client, not connected yet. It reconnects automatically until it is closed, and no command waits longer than
 * `commandTimeoutMs`. A command whose connection broke is sent again: reads are safe to repeat, and a repeated commit
 * recognizes itself.
 */
export function createClient(target: RedisTarget, commandTimeoutMs: number): RedisClient {
  const client = clientOf(target, commonOptions(target, commandTimeoutMs));
  // Failed commands report their errors; without a listener ioredis would print each lost connection.
  client.on('error', () => {});
  return client;
}

/** The number of the database that a client uses. */
export const databaseOf = (client: RedisClient): number => (client instanceof Cluster ? 0 : (client.options.db ?? 0));

function commonOptions(target: RedisTarget, commandTimeoutMs: number) {
  return {
    lazyConnect: true,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 2_000,
    // Drop a connection that died silently, so that the next command gets a new one.
    socketTimeout: commandTimeoutMs * 2,
    maxRetriesPerRequest: 1,
    maxLoadingRetryTime: 1_000,
    // After a failover the old master refuses writes: find the new one.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
    // Subscribers resubscribe on `ready`: when ioredis fails to do it, the rejection is unhandled.
    autoResubscribe: false,
    ...(target.username === undefined ? {} : { username: target.username }),
    ...(target.password === undefined ? {} : { password: target.password }),
    ...(target.tls ? { tls: {} } : {}),
  };
}

function clientOf(target: RedisTarget, common: ReturnType<typeof commonOptions>): RedisClient {
  const [first] = target.nodes;
  const retryStrategy = (attempt: number) => backoffMs(attempt, 50, 2_000);
  switch (target.kind) {
    case 'standalone':
      return new GatheringRedis({ ...common, ...first, db: target.database, retryStrategy });
    case 'sentinel':
      return new GatheringRedis({
        ...common,
        sentinels: [...target.nodes],
        ...(target.masterName === undefined ? {} : { name: target.masterName }),
        enableTLSForSentinelMode: target.tls,
        sentinelCommandTimeout: 2_000,
        db: target.database,
        retryStrategy,
        sentinelRetryStrategy: retryStrategy,
      });
    case 'cluster':
      return new Cluster([...target.nodes], {
        redisOptions: common,
        lazyConnect: true,
        // ioredis applies no time-out to commands that wait for an unavailable cluster: reject them instead.
        enableOfflineQueue: false,
        clusterRetryStrategy: retryStrategy,
        clusterNodeRetryStrategy: retryStrategy,
      });
  }
}

/** Awaits a reply from Redis. @throws ReadModelUnavailable for any failure */
export async function awaitReply<T>(target: RedisTarget, reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    throw unavailable(target, error);
  }
}

function unavailable(target: RedisTarget, error: unknown): ReadModelUnavailable {
  return new ReadModelUnavailable(`Redis at ${target.description} does not serve the read models: ${reasonOf(error)}`, {
    cause: error,
  });
}

/** Messages of ioredis, explained for operators; messages of Redis itself stay unchanged. */
const explanations: readonly [pattern: RegExp, explanation: string][] = [
  [/^Reached the max retries per request/, 'it cannot be reached'],
  [/^Command timed out/, 'it does not answer in time'],
  [/^Connection is closed/, 'the connection is closed'],
  [/^(?:Failed to refresh slots cache|None of startup nodes is available)/, 'no node of the cluster answers'],
  [/^All sentinels are unreachable/, 'no Sentinel answers'],
];

/** Why a Redis cannot be used, without a full stop. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [, explanation] = explanations.find(([pattern]) => pattern.test(error.message)) ?? [];
  const reason = explanation ?? error.message.replace(/\.$/, '');
  // A cluster's error wraps that of its last node.
  const last = 'lastNodeError' in error ? error.lastNodeError : undefined;
  return last instanceof Error ? `${reason} (${reasonOf(last)})` : reason;
}
