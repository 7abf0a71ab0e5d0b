import { createShardedAdapter } from '@socket.io/redis-adapter';
import { createClient, createCluster, createSentinel } from 'redis';
import type { RedisTarget } from '../../projections/read-models/redis/redis-url.ts';
import { growingPause } from '../core/timing/growing-pause.ts';
import { withinTime } from '../core/timing/within-time.ts';
import type { Logger } from './logger.ts';

export interface RedisFanOut {
  readonly adapter: ReturnType<typeof createShardedAdapter>;
  /** Rejects when Redis does not answer within a second. */
  check(): Promise<void>;
  /** Once what was published is out, or a second later. */
  close(): Promise<void>;
}

const channelPrefix = 'potluck-live';
const connectTimeoutMs = 5_000;
const checkTimeoutMs = 1_000;
const complaintPauseMs = 30_000;
const closeTimeoutMs = 1_000;
/** Publications that wait for Redis to come back. What is lost past that, the gateways notice. */
const mostWaiting = 1_000;

/**
 * Connects for good: a connection that is lost later comes back by itself.
 * @throws Error with one line that says what to set when Redis does not answer or cannot do sharded Pub/Sub
 */
export async function connectRedis(target: RedisTarget, logger: Logger): Promise<RedisFanOut> {
  const state = { connected: false };
  let complained = 0;
  const publisher = clientOf(target, state);
  const subscriber = clientOf(target, state);
  const breakOff = () => {
    for (const client of [publisher, subscriber]) if (client.isOpen) client.destroy();
  };
  for (const client of [publisher, subscriber]) {
    client.on('error', (error: unknown) => {
      // Each try to come back fails with one more.
      if (!state.connected || Date.now() - complained < complaintPauseMs) return;
      complained = Date.now();
      logger.warn({ err: error }, `Redis at ${target.description} is away; live updates reach this process only`);
    });
  }
  const probe = `${channelPrefix}-probe`;
  try {
    await withinTime(Promise.all([publisher.connect(), subscriber.connect()]), connectTimeoutMs);
    const subscribed = subscriber.sSubscribe(probe, () => {});
    await withinTime(subscribed, connectTimeoutMs);
    await withinTime(publisher.sPublish(probe, ''), connectTimeoutMs);
  } catch (error) {
    breakOff();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `REDIS_URL: set a Redis 7.0 or newer that answers, or unset it; ${target.description} does not: ${reason}`,
      { cause: error },
    );
  }
  state.connected = true;
  return {
    adapter: createShardedAdapter(publisher, subscriber, { channelPrefix, subscriptionMode: 'static' }),
    check: async () => {
      await withinTime(publisher.sPublish(probe, ''), checkTimeoutMs);
    },
    close: async () => {
      await withinTime(publisher.close(), closeTimeoutMs).catch(() => {});
      breakOff();
    },
  };
}

function clientOf(target: RedisTarget, state: { readonly connected: boolean }) {
  const { kind, nodes, masterName = '', tls, username, password, database } = target;
  const reconnectStrategy = (tries: number) => (state.connected ? growingPause(tries, 50, 2_000) : false);
  const common = { connectTimeout: connectTimeoutMs, reconnectStrategy };
  const options = {
    socket: tls ? { ...common, tls } : common,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    commandsQueueMaxLength: mostWaiting,
    /** A connection that died without a word is noticed. */
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
