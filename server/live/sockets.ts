import type { Server as HttpServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerOptions } from 'socket.io';
import type { Trusts } from '../core/network/proxies.ts';
import { socketsPath } from '../core/network/upgrades.ts';
import { type AdmissionLimits, type Admits, admissionLimits, createAdmission } from './admission.ts';
import { Audience, type Seat } from './audience.ts';
import { createBroadcast } from './broadcast.ts';
import { type LiveServer, type LiveSocket, type RawConnection, releaseHandshake, tcpSocketOf } from './connection.ts';
import type { Deliverer } from './others.ts';
import { community, type Room } from './rooms.ts';
import { sendAll, sendUnseen } from './sending.ts';
import { createSessions } from './sessions.ts';
import type { TokenVerifier } from './sign-in.ts';

export interface SocketsOptions {
  readonly httpServer: HttpServer;
  readonly identity: TokenVerifier;
  /** The list that a user shops from. */
  readonly listIdOf: (uid: string) => string;
  /** The plan that a user cooks by. */
  readonly planIdOf: (uid: string) => string;
  /** The server's rule on whose requests it answers. Handshakes never reach the routes, so it is kept here once more. */
  readonly admits?: Admits | undefined;
  /** Nor do they reach the routes' hold during a start. Undefined where it has started before anybody can connect. */
  readonly isStarted?: (() => boolean) | undefined;
  /** The reverse proxies that are believed for whom they ask. */
  readonly trusts?: Trusts | undefined;
  readonly limits?: Partial<AdmissionLimits>;
}

export interface Sockets extends Deliverer {
  readonly connections: number;
  /** Whether anybody here would get what is told to a room. */
  hears(room: Room): boolean;
  close(): Promise<void>;
}

export const serverOptions: Partial<ServerOptions> = {
  path: socketsPath,
  transports: ['websocket', 'polling'],
  serveClient: false,
  // A browser sends a token, which has 1 to 2 kB, and nothing else of any size.
  maxHttpBufferSize: 16_384,
  // Compressing one message for each of thousands of sockets takes longer than sending it.
  perMessageDeflate: false,
  httpCompression: false,
  connectTimeout: 10_000,
};

/** Long enough for what is missed meanwhile to be read with it. */
const missedPauseMs = 1_000;
const goodbyeMs = 1_000;

/** Everything that browsers connect to. */
export function openSockets(
  io: LiveServer,
  { httpServer, identity, listIdOf, planIdOf, admits, isStarted, trusts, limits }: SocketsOptions,
): Sockets {
  const audience = new Audience();
  const broadcast = createBroadcast(audience, sendUnseen);
  const sessions = createSessions({ identity, listIdOf, planIdOf, audience });
  const admission = createAdmission({ limits: { ...admissionLimits, ...limits }, admits, isStarted, trusts });
  let missed: NodeJS.Timeout | undefined;

  // Admission counts connections. A client may open several Socket.IO sockets over one: only the first gets a seat.
  const seated = new WeakSet<object>();
  io.use((socket, next) => {
    if (seated.has(socket.conn)) return next(new Error('This connection has its seat'));
    seated.add(socket.conn);
    sessions.judge(tokenOf(socket)).then((verdict) => {
      if (verdict) socket.data.verdict = verdict;
      next();
    }, next);
  });

  io.on('connection', (socket) => {
    const seat: Seat = { socket, seen: broadcast.newest, waitingBytes: 0 };
    audience.add(seat);
    socket.once('disconnect', () => {
      sessions.leave(seat);
      audience.remove(seat);
    });
    socket.on('authenticate', (token: unknown, answer: unknown) => {
      const reply = (signedIn: boolean) => typeof answer === 'function' && answer(signedIn);
      sessions.authenticate(seat, token).then(reply, () => reply(false));
    });
    sessions.begin(seat, tokenOf(socket), socket.data.verdict);
    socket.data = {};
    releaseHandshake(socket);
  });

  io.attach(httpServer, {
    ...serverOptions,
    allowRequest: (request, decide) => {
      const refusal = admission.refusal(request);
      decide(refusal, refusal === undefined);
    },
  });
  io.engine.on('connection', admission.watch);

  return {
    get connections() {
      return audience.size;
    },
    hears: (room) => room === community || audience.hasAnybody(room),
    deliver(addressed) {
      const messagesOf = Map.groupBy(addressed, ({ room }) => room);
      for (const [room, told] of messagesOf) {
        const messages = told.map(({ message }) => message);
        if (room === community) broadcast.tell(messages);
        else sendAll([...audience.in(room)], messages);
      }
    },
    missed() {
      missed ??= setTimeout(() => {
        missed = undefined;
        io.local.emit('missed');
      }, missedPauseMs);
    },
    async close() {
      clearTimeout(missed);
      admission.end();
      sessions.close();
      broadcast.finish();
      await goodbye(audience.inOrder().map(({ socket }) => socket.conn));
      io.engine.close();
    },
  };
}

/** Ends connections once they have taken what they were sent; those that take too long, or do not agree, at once. */
async function goodbye(connections: readonly RawConnection[]): Promise<void> {
  const tcpSockets = connections.flatMap((connection) => tcpSocketOf(connection) ?? []);
  const over = [...connections, ...tcpSockets].map((end) => new Promise((resolve) => end.once('close', resolve)));
  for (const connection of connections) connection.close();
  const enough = new AbortController();
  await Promise.race([Promise.all(over), sleep(goodbyeMs, undefined, { signal: enough.signal })]);
  enough.abort();
  for (const tcp of tcpSockets) tcp.destroy();
}

/** `handshake.auth` is whatever a client sent. */
const tokenOf = ({ handshake }: LiveSocket): unknown => handshake.auth.token;
