import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { RedisTarget } from '../../projections/read-models/redis/redis-url.ts';
import type { Applied } from '../../projections/runner/applied.ts';
import type { Logger } from '../core/logger.ts';
import { causesOf } from '../core/observer.ts';
import { debounced } from '../core/timing/debounce.ts';
import type { LiveServer } from './connection.ts';
import { liveMessages } from './messages.ts';
import { joinOtherGateways } from './other-gateways.ts';
import { openSockets, type SocketsOptions, serverOptions } from './sockets.ts';
import type { TokenVerifier } from './verify-token.ts';

export interface LiveGatewayOptions extends Omit<SocketsOptions, 'httpServer' | 'identity'> {
  /** The server that browsers connect to; undefined in a process that only runs projections. */
  readonly httpServer?: HttpServer;
  /** Verifies the browsers' tokens. Required with `httpServer`. */
  readonly identity?: TokenVerifier | undefined;
  /** Connects the gateways of several processes. */
  readonly redis?: RedisTarget;
  readonly logger: Pick<Logger, 'warn'>;
}

export interface LiveGateway {
  /**
   * Publishes the changes of a committed batch to their rooms, here and on the other gateways. Never throws or waits.
   */
  publish(applied: Applied): void;
  /** Makes the browsers of all gateways fetch again, once the read models are served. */
  requestRefetch(): void;
  /** Browsers connected to this process. */
  readonly connections: number;
  /** Rooms with a member in this process, except the one of everybody. */
  readonly rooms: number;
  /** Rejects when messages cannot reach the other gateways. */
  check(): Promise<void>;
  /** Ends the connections of browsers within a second, after pending messages; browsers reconnect automatically. */
  closeSockets(): Promise<void>;
  /**
   * Closes the sockets, unless they are, then sends what is pending to the other gateways, within three seconds. Call it when
   * nothing more is published: a message published later would be lost, and no other gateway would detect it.
   */
  close(): Promise<void>;
}

/** Events older than this are a replay: browsers refetch instead of receiving messages, as for superseded batches. */
const maxLiveAgeMs = 60_000;
/** Browsers refetch after a replay, and every 30 s during a longer one. */
const refetchDebounce = { waitMs: 2_000, maxWaitMs: 30_000 };

/** @throws Error with one line that says what to set */
export async function openLiveGateway(options: LiveGatewayOptions): Promise<LiveGateway> {
  const { httpServer, identity, redis, logger } = options;
  if (!httpServer && !redis)
    throw new Error('REDIS_URL: set it, so that what is projected here reaches the live gateway');
  if (httpServer && !identity) throw new Error('Browsers that connect need an identity service');
  const fanOut = redis && (await loadRedisFanOut(redis, logger));
  const io: LiveServer = new Server({ ...serverOptions, ...(fanOut && { adapter: fanOut.adapter }) });
  const local = httpServer && identity && openSockets(io, { ...options, httpServer, identity });
  const others = fanOut && joinOtherGateways(io, local);
  const refetch = debounced(() => {
    local?.requestRefetch();
    others?.requestRefetch();
  }, refetchDebounce);
  let socketsClosed: Promise<void> | undefined;
  const closeSockets = async () => {
    socketsClosed ??= local?.close();
    await socketsClosed;
  };

  return {
    publish(applied) {
      const newest = applied.events.at(-1);
      if (!newest) return;
      if (applied.superseded || Date.now() - Date.parse(newest.meta.at) > maxLiveAgeMs) {
        // Browsers that connect later read the current state anyway.
        if (others || local?.connections) refetch.call();
        return;
      }
      const addressed = liveMessages(applied, (room) => others !== undefined || local?.hasListeners(room) === true);
      if (addressed.length === 0) return;
      const origin = { projection: applied.projection, causes: causesOf(applied.events) };
      local?.deliver(addressed, origin);
      others?.deliver(addressed, origin);
    },
    requestRefetch() {
      if (others || local?.connections) refetch.call();
    },
    get connections() {
      return local?.connections ?? 0;
    },
    get rooms() {
      return local?.rooms ?? 0;
    },
    async check() {
      await fanOut?.check();
    },
    closeSockets,
    async close() {
      await closeSockets();
      // For the browsers of other gateways: those of this one refetch when they reconnect.
      refetch.flush();
      others?.leave();
      await fanOut?.close();
    },
  };
}

/** Loaded on demand: the module takes 0.1 s to load, which an embedded start does not need. */
async function loadRedisFanOut(redis: RedisTarget, logger: Pick<Logger, 'warn'>) {
  const { connectRedis } = await import('./redis.ts');
  return connectRedis(redis, logger);
}
