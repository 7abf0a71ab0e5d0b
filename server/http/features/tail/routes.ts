import { createServer, type Server } from 'node:http';
import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { EventSearch } from '../../../audit/event-search.ts';
import { tailProtocol, tailTokenPrefix } from '../../../core/contracts/tail.ts';
import type { ReadableLog } from '../../../core/event-log.ts';
import { isTailUpgrade } from '../../../core/network/upgrades.ts';
import { frameOptions, limitFrames } from '../../../core/network/web-socket-frames.ts';
import type { Identity } from '../../../identity/identity.ts';
import { tokenOf, userOf } from '../../plugins/authentication.ts';
import { isOperator, type Roles } from '../../plugins/operators.ts';
import type { Routes } from '../../requests/typed.ts';
import { invalid } from '../../responses/errors.ts';
import { type AccessRecorder, accessBy, changesOf, reasonOf } from '../audit/access-recorder.ts';
import { matching, type Query, startOf } from './matching.ts';
import { readTail, tooManyOwnTails, tooManyTails, upgradeRequired } from './operations.ts';
import { Tail } from './tail.ts';

export interface TailDeps {
  readonly log: ReadableLog;
  readonly events: EventSearch;
  readonly identity: Pick<Identity, 'watch'>;
  readonly roles: Roles;
  readonly recorder: AccessRecorder;
  /** Lets only operators pass. */
  readonly onlyOperators: onRequestHookHandler[];
}

const maxTails = 100;
/** A page has one. What waits for readers takes memory. */
const maxTailsOfOperator = 10;
/** A client sends a pong every 30 s, and may send pings. */
const maxFramesPer10s = 50;
/** A role that ended is noticed within this time. */
const recheckMs = 500;

/** Takes the token of a browser, which can only send it as a subprotocol. */
const takeToken: onRequestHookHandler = (request, _reply, done) => {
  const offered = request.headers['sec-websocket-protocol']?.split(',').map((one) => one.trim()) ?? [];
  const token = offered.find((one) => one.startsWith(tailTokenPrefix))?.slice(tailTokenPrefix.length);
  if (token !== undefined) request.headers.authorization ??= `Bearer ${token}`;
  done();
};

/** A refused upgrade looks like a response to an unknown address. Node does not read its connection any more. */
const endRefused: onRequestHookHandler = (request, reply, done) => {
  if (request.ws) {
    const { server, raw } = request;
    reply.header('keep-alive', `timeout=${Math.floor(server.server.keepAliveTimeout / 1_000)}`);
    reply.raw.once('finish', () => raw.socket.destroySoon());
  }
  done();
};

/** `GET /audit/tail`: a WebSocket that only sends. Upgrades to other addresses do not come here. */
export async function tailRoute(app: Routes, deps: TailDeps): Promise<void> {
  const { log, events, identity, roles, recorder, onlyOperators } = deps;
  /** With the operator that reads it. */
  const tails = new Map<Tail, string>();
  // Before that of the plugin, which closes the sockets without a reason.
  app.addHook('preClose', async () => {
    for (const tail of tails.keys()) tail.end('shutting-down');
  });
  await app.register(websocket, {
    options: {
      server: upgradesOf(app),
      maxPayload: 1_024,
      ...frameOptions,
      // Never the token, which the default would repeat if it came first.
      handleProtocols: (protocols) => protocols.has(tailProtocol) && tailProtocol,
    },
    errorHandler: (_error, socket) => socket.terminate(),
  });

  async function open(socket: WebSocket, request: FastifyRequest, query: Query, after: bigint | undefined) {
    const user = userOf(request);
    const recorded = new Set<string>();
    // A tail goes on after its request.
    const { deadline: _, ...by } = accessBy(request);
    const tail = new Tail({
      log,
      socket,
      after,
      matches: matching(query),
      filter: query.type === undefined ? {} : { types: [query.type] },
      until: query.until === undefined ? undefined : new Date(query.until),
      onShown: (shown) => recorder.record(by, { events: shown, what: changesOf, why: query.why }, recorded),
      onFailure: (error) => request.log.warn({ err: error, requestId: request.id }, 'A tail of the log has ended'),
    });
    tails.set(tail, user.uid);
    limitFrames(socket, maxFramesPer10s);
    const stopWatching = identity.watch(tokenOf(request) ?? '', user, () => tail.end('not-allowed'));
    const rechecking = setInterval(() => {
      isOperator(roles, user.uid).then(
        (isAllowed) => isAllowed || tail.end('not-allowed'),
        () => tail.end('unavailable'),
      );
    }, recheckMs);
    socket.on('pong', () => tail.pong());
    // A client has nothing to say.
    socket.on('message', () => socket.close(1003, 'This socket takes no messages'));
    socket.on('close', () => {
      tail.closed();
      clearInterval(rechecking);
      stopWatching();
      tails.delete(tail);
    });
    await tail.run();
  }

  const starts = new WeakMap<FastifyRequest, bigint | undefined>();
  app.route({
    method: 'GET',
    url: '/audit/tail',
    schema: readTail,
    onRequest: [endRefused, takeToken, ...onlyOperators],
    preHandler: async (request) => {
      reasonOf(request.query.why);
      const [start, head] = [await startOf(request.query, log, events), await log.head()];
      if ((start ?? 0n) > (head ?? 0n)) throw invalid(`after is past the end of the log, which is at ${head ?? 0}`);
      starts.set(request, start);
      // Last, so that those that open at once are counted.
      if (tails.size >= maxTails) throw tooManyTails();
      const { uid } = userOf(request);
      const own = [...tails.values()].filter((one) => one === uid).length;
      if (own >= maxTailsOfOperator) throw tooManyOwnTails(maxTailsOfOperator);
    },
    handler: () => Promise.reject(upgradeRequired()),
    wsHandler: (socket, request) => open(socket, request, request.query, starts.get(request)),
  });
}

/** Only the upgrades to the tail: Socket.IO handles its own. */
function upgradesOf({ server }: Pick<FastifyInstance, 'server'>): Server {
  // Never listens: the plugin takes its upgrades from a server.
  const upgrades = createServer();
  server.on('upgrade', (request, socket, head) => {
    if (isTailUpgrade(request)) upgrades.emit('upgrade', request, socket, head);
  });
  return upgrades;
}
