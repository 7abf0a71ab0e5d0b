import { setTimeout as sleep } from 'node:timers/promises';
import { createShardedAdapter } from '@socket.io/redis-adapter';
import { createClient, createCluster, createSentinel } from 'redis';
import { channelIn, type RedisTarget } from '../../projections/read-models/redis/redis-url.ts';
import type { Logger } from '../core/logger.ts';
import { backoffMs } from '../core/timing/backoff.ts';
import { withTimeout } from '../core/timing/with-timeout.ts';

export interface RedisFanOut {
  readonly adapter: ReturnType<typeof createShardedAdapter>;
  /** Rejects when Redis does not respond within a second. */
  check(): Promise<void>;
  /** Closes once pending publications are sent, or after a second. */
  close(): Promise<void>;
}

const liveChannel = 'potluck-live';
const connectTimeoutMs = 5_000;
const checkTimeoutMs = 1_000;
const warningIntervalMs = 30_000;
const closeTimeoutMs = 1_000;
/** Maximum publications queued while Redis is unavailable. The gateways detect the loss of any more. */
const maxQueuedPublications = 1_000;
const retryMs = { first: 50, longest: 2_000 };

/**
 * Connects to Redis; a connection lost later is restored automatically.
 * @throws Error with one line that says what to set, when Redis does not respond or does not support sharded Pub/Sub
 */
export async function connectRedis(target: RedisTarget, logger: Pick<Logger, 'warn'>): Promise<RedisFanOut> {
  const state = { connected: false };
  let warnedAt = 0;
  const publisher = clientOf(target, state);
  const subscriber = clientOf(target, state);
  const destroyClients = () => {
    for (const client of [publisher, subscriber]) if (client.isOpen) client.destroy();
  };
  for (const client of [publisher, subscriber]) {
    client.on('error', (error: unknown) => {
      // Every failed reconnection emits another error.
      if (!state.connected || Date.now() - warnedAt < warningIntervalMs) return;
      warnedAt = Date.now();
      logger.warn(
        { err: error },
        `Redis at ${target.description} is unavailable; live updates reach this process only`,
      );
    });
  }
  const channelPrefix = channelIn(target.database, liveChannel);
  const probe = `${channelPrefix}-probe`;
  try {
    await withTimeout(Promise.all([publisher.connect(), subscriber.connect()]), connectTimeoutMs);
    const subscribed = subscriber.sSubscribe(probe, () => {});
    await withTimeout(subscribed, connectTimeoutMs);
    await withTimeout(publisher.sPublish(probe, ''), connectTimeoutMs);
  } catch (error) {
    destroyClients();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `REDIS_URL: set a Redis 7.0 or newer that answers, or unset it; ${target.description} does not: ${reason}`,
      { cause: error },
    );
  }
  state.connected = true;
  let isClosed = false;
  /** The client drops a subscription whose connection closes before Redis confirms it, and the adapter would not notice. */
  const sSubscribe: typeof subscriber.sSubscribe = async (...subscription) => {
    for (let failures = 0; !isClosed; failures++) {
      try {
        return await subscriber.sSubscribe(...subscription);
      } catch {
        await sleep(backoffMs(failures, retryMs.first, retryMs.longest), undefined, { ref: false });
      }
    }
  };
  return {
    adapter: createShardedAdapter(publisher, { sSubscribe }, { channelPrefix, subscriptionMode: 'static' }),
    check: async () => {
      await withTimeout(publisher.sPublish(probe, ''), checkTimeoutMs);
    },
    close: async () => {
      isClosed = true;
      await withTimeout(publisher.close(), closeTimeoutMs).catch(() => {});
      destroyClients();
    },
  };
}

function clientOf(target: RedisTarget, state: { readonly connected: boolean }) {
  const { kind, nodes, masterName = '', tls, username, password, database } = target;
  const reconnectStrategy = (retries: number) =>
    state.connected ? backoffMs(retries, retryMs.first, retryMs.longest) : false;
  const common = { connectTimeout: connectTimeoutMs, reconnectStrategy };
  const options = {
    socket: tls ? { ...common, tls } : common,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    commandsQueueMaxLength: maxQueuedPublications,
    /** Detects a connection that died silently. */
    pingInterval: 10_000,
  };
  switch (kind) {
    case 'standalone':
      return createClient({ ...options, database, socket: { ...options.socket, ...nodes[0] } });
    case 'sentinel':
      return createSentinel({
        name: masterName,
        sentinelRootNodes: [...nodes],
        nodeClientOptions: { ...options, database },
        sentinelClientOptions: { socket: options.socket },
      });
    case 'cluster':
      return createCluster({ rootNodes: nodes.map((node) => ({ socket: { ...node } })), defaults: options });
  }
}
