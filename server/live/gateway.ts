import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { RedisTarget } from '../../projections/read-models/redis/redis-url.ts';
import type { Applied } from '../../projections/runner/applied.ts';
import { debounced } from '../core/timing/debounce.ts';
import type { LiveServer } from './connection.ts';
import type { Logger } from './logger.ts';
import { liveMessages } from './messages.ts';
import { joinOthers } from './others.ts';
import type { TokenVerifier } from './sign-in.ts';
import { openSockets, type SocketsOptions, serverOptions } from './sockets.ts';

export interface LiveGatewayOptions extends Omit<SocketsOptions, 'httpServer' | 'identity'> {
  /** Where browsers connect; undefined in a process that only runs projections. */
  readonly httpServer?: HttpServer;
  /** Who they are. Needed where they connect. */
  readonly identity?: TokenVerifier | undefined;
  /** Connects the gateways of several processes; without it this is the only one. */
  readonly redis?: RedisTarget;
  readonly logger: Logger;
}

export interface LiveGateway {
  /** Tells the rooms concerned what a committed batch changed, here and on the other gateways. Never throws or waits. */
  applied(applied: Applied): void;
  /** Browsers connected to this process. */
  readonly connections: number;
  /** Rejects when messages cannot reach the other gateways now. */
  check(): Promise<void>;
  /** Sends what is on its way, then ends all connections, within three seconds; browsers come back by themselves. */
  close(): Promise<void>;
}

/** What happened longer ago (ms) is no news but history that is read again; so is what comes after something later. */
const newsAgeMs = 60_000;
/** Of history browsers read the outcome: once it is over, and every half a minute of one that takes longer. */
const outcomeTold = { waitMs: 2_000, maxWaitMs: 30_000 };

/** @throws Error with one line that says what to set */
export async function openLiveGateway(options: LiveGatewayOptions): Promise<LiveGateway> {
  const { httpServer, identity, redis, logger } = options;
  if (!httpServer && !redis)
    throw new Error('REDIS_URL: set it, so that what is projected here reaches the live gateway');
  if (httpServer && !identity) throw new Error('Browsers that connect need an identity service');
  const fanOut = redis && (await connected(redis, logger));
  const io: LiveServer = new Server({ ...serverOptions, ...(fanOut && { adapter: fanOut.adapter }) });
  const local = httpServer && identity && openSockets(io, { ...options, httpServer, identity });
  const others = fanOut && joinOthers(io, local);
  const outcome = debounced(() => {
    local?.missed();
    others?.missed();
  }, outcomeTold);

  return {
    applied(applied) {
      const newest = applied.events.at(-1);
      if (!newest) return;
      if (applied.overtaken || Date.now() - Date.parse(newest.meta.at) > newsAgeMs) {
        // Who comes later reads in any case.
        if (others || local?.connections) outcome.call();
        return;
      }
      const addressed = liveMessages(applied, (room) => others !== undefined || local?.hears(room) === true);
      if (addressed.length === 0) return;
      local?.deliver(addressed);
      others?.deliver(addressed);
    },
    get connections() {
      return local?.connections ?? 0;
    },
    async check() {
      await fanOut?.check();
    },
    async close() {
      // For the browsers of other gateways: those of this one read when they come back.
      outcome.flush();
      others?.leave();
      await local?.close();
      await fanOut?.close();
    },
  };
}

/** Loaded only where there is a Redis: it takes a tenth of a second, which an embedded start can do without. */
async function connected(redis: RedisTarget, logger: Logger) {
  const { connectRedis } = await import('./redis.ts');
  return connectRedis(redis, logger);
}
