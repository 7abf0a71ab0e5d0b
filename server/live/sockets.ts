import type { Server as HttpServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerOptions } from 'socket.io';
import type { IsTrustedProxy } from '../core/network/proxies.ts';
import { socketsPath } from '../core/network/upgrades.ts';
import type { Observer } from '../core/observer.ts';
import { pause } from '../core/timing/pause.ts';
import type { Ownership } from '../ownership/ownership.ts';
import { type AdmissionLimits, admissionLimits, createAdmission, type IsRequestAllowed } from './admission.ts';
import { Audience, type Client } from './audience.ts';
import { createBroadcast } from './broadcast.ts';
import { type LiveServer, type LiveSocket, type RawConnection, releaseHandshake, tcpSocketOf } from './connection.ts';
import { createMemberships } from './memberships.ts';
import type { Deliverer } from './other-gateways.ts';
import { type Addressed, community, type Room, type Run } from './rooms.ts';
import { sendPending } from './sending.ts';
import { createSessions } from './sessions.ts';
import { untilServed } from './until-served.ts';
import type { TokenVerifier } from './verify-token.ts';
import { watchedRooms } from './watched-recipes.ts';
import { webSocketEngine } from './web-socket-engine.ts';

export interface SocketsOptions {
  readonly httpServer: HttpServer;
  readonly identity: TokenVerifier;
  readonly ownership: Ownership;
  /** Whether requests are served from all read models. Default: always. */
  readonly isServed?: (() => Promise<boolean>) | undefined;
  /** The server's own rule for requests. Handshakes do not pass the routes, so it is applied here too. */
  readonly isRequestAllowed?: IsRequestAllowed | undefined;
  /**
   * False during start-up, when handshakes are refused. Undefined when the program starts before clients can connect.
   */
  readonly isStarted?: (() => boolean) | undefined;
  /** The reverse proxies whose forwarding headers are trusted. */
  readonly isTrustedProxy?: IsTrustedProxy | undefined;
  readonly limits?: Partial<AdmissionLimits>;
  readonly observer?: Pick<Observer, 'pushed'> | undefined;
}

export interface Sockets extends Deliverer {
  readonly connections: number;
  /** Rooms with a member, except the one of everybody. */
  readonly rooms: number;
  /** Whether a message to the room would reach a client here. */
  hasListeners(room: Room): boolean;
  close(): Promise<void>;
}

export const serverOptions: Partial<ServerOptions> = {
  path: socketsPath,
  transports: ['websocket', 'polling'],
  serveClient: false,
  // Browsers send only a token of 1 to 2 kB.
  maxHttpBufferSize: 16_384,
  // Compressing a message for each of thousands of sockets takes longer than sending it.
  perMessageDeflate: false,
  httpCompression: false,
  connectTimeout: 10_000,
  // Upgrades to other paths have their own handler, which may take longer than the default of a second.
  destroyUpgrade: false,
};

/** Merges losses within this time into one refetch. */
const refetchDelayMs = 1_000;
const closeTimeoutMs = 1_000;

/** Opens the Socket.IO server that browsers connect to. */
export function openSockets(io: LiveServer, options: SocketsOptions): Sockets {
  const { httpServer, identity, ownership, isServed, isRequestAllowed, isStarted, isTrustedProxy, observer } = options;
  const audience = new Audience();
  const broadcast = createBroadcast(audience, sendPending);
  const memberships = createMemberships(ownership, audience);
  const sessions = createSessions({ identity, memberships, audience });
  const limits = { ...admissionLimits, ...options.limits };
  const admission = createAdmission({
    limits,
    isRequestAllowed,
    isStarted,
    isTrustedProxy,
  });
  const closed = new AbortController();
  void memberships.followLogWhileStale(closed.signal);
  let refetchTimer: NodeJS.Timeout | undefined;

  // Admission counts connections. A browser may open several Socket.IO sockets over one: only the first is accepted.
  const connected = new WeakSet<object>();
  io.use((socket, next) => {
    if (connected.has(socket.conn)) return next(new Error('This connection already has a socket'));
    connected.add(socket.conn);
    const token = tokenOf(socket);
    if (token === undefined) return next();
    sessions.verify(token).then((verified) => {
      socket.data = { token, verified };
      next();
    }, next);
  });

  io.on('connection', (socket) => {
    const client: Client = { socket, lastSent: broadcast.newest, waitingBytes: 0 };
    audience.add(client);
    socket.once('disconnect', () => audience.remove(client));
    // One listener for all events: each takes memory for each of thousands of sockets.
    socket.onAny((event, recipeIds: unknown, done: unknown) => {
      // A page of an earlier release sends its new token instead of reconnecting with it.
      if (event === 'authenticate') socket.disconnect(true);
      const rooms = event === 'watch' ? watchedRooms(recipeIds) : undefined;
      if (!rooms) return;
      audience.watch(client, rooms);
      if (typeof done === 'function') done();
    });
    const { token, verified } = socket.data;
    if (token !== undefined && verified) sessions.begin(client, token, verified);
    socket.data = {};
    releaseHandshake(socket);
  });

  io.attach(httpServer, {
    ...serverOptions,
    wsEngine: webSocketEngine(limits.maxPacketsPer10s),
    allowRequest: (request, decide) => {
      const refusal = admission.refusal(request);
      decide(refusal, refusal === undefined);
    },
  });
  io.engine.on('connection', admission.watch);

  const served = async () => isServed && untilServed(isServed, closed.signal);

  /** The lost messages may have been about memberships: browsers fetch once they are in the right rooms, if that is soon. */
  async function refetchAll(): Promise<void> {
    const refreshed = memberships.refresh(closed.signal);
    const isSoon = await Promise.race([refreshed.then(() => true), pause(refetchDelayMs, closed.signal)]);
    await served(); // The store may have lost its data just before, which shows only now.
    io.local.emit('missed');
    if (isSoon) return;
    await refreshed;
    io.local.emit('missed');
  }

  return {
    get connections() {
      return audience.size;
    },
    get rooms() {
      return audience.roomCount;
    },
    hasListeners: (room) => room === community || audience.hasMembers(room),
    deliver(addressed, origin) {
      const startedAt = performance.now();
      for (const run of runsOf(addressed)) {
        memberships.beforeSending(run);
        if (run.room === community) broadcast.publish(run.messages);
        else broadcast.sendTo(audience.in(run.room), run.messages);
        memberships.afterSending(run);
      }
      if (!origin || addressed.length === 0) return;
      observer?.pushed?.({ origin, messages: addressed.length, startedAt, ms: performance.now() - startedAt });
    },
    requestRefetch() {
      if (closed.signal.aborted) return;
      refetchTimer ??= setTimeout(async () => {
        await served();
        refetchTimer = undefined;
        if (!closed.signal.aborted) void refetchAll();
      }, refetchDelayMs);
    },
    async close() {
      clearTimeout(refetchTimer);
      closed.abort();
      admission.end();
      broadcast.flush();
      await closeAll(audience.inOrder().map(({ socket }) => socket.conn));
      io.engine.close();
    },
  };
}

/** Groups consecutive messages to the same room. Their order matters across rooms, too: a like follows its post. */
function runsOf(addressed: readonly Addressed[]): Run[] {
  const runs: Run[] = [];
  for (const { room, message } of addressed) {
    const last = runs.at(-1);
    if (last?.room === room) last.messages.push(message);
    else runs.push({ room, messages: [message] });
  }
  return runs;
}

/** Closes connections after they have received their pending data; destroys those still open after the time-out. */
async function closeAll(connections: readonly RawConnection[]): Promise<void> {
  const tcpSockets = connections.flatMap((connection) => tcpSocketOf(connection) ?? []);
  const closed = [...connections, ...tcpSockets].map((each) => new Promise((resolve) => each.once('close', resolve)));
  for (const connection of connections) connection.close();
  const timeout = new AbortController();
  await Promise.race([Promise.all(closed), sleep(closeTimeoutMs, undefined, { signal: timeout.signal })]);
  timeout.abort();
  for (const tcp of tcpSockets) tcp.destroy();
}

/** Unverified client input; undefined for a visitor. */
const tokenOf = ({ handshake }: LiveSocket): string | undefined =>
  typeof handshake.auth.token === 'string' ? handshake.auth.token : undefined;
