/** Live gateways for tests, with users whose tokens are known, and browsers that record their messages. */
import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type { Applied } from '../../projections/runner/applied.ts';
import type { ClientToServer, LiveMessage, ServerToClient } from '../../server/core/contracts/live.ts';
import { type Identity, IdentityUnavailable, InvalidToken, type User } from '../../server/identity/identity.ts';
import { TokenWatch } from '../../server/identity/token-watch.ts';
import { type LiveGateway, type LiveGatewayOptions, openLiveGateway } from '../../server/live/gateway.ts';
import type { Ownership } from '../../server/ownership/ownership.ts';
import { QuietLogger } from './quiet-logger.ts';
import { countRevisions } from './revisions.ts';
import { until } from './until.ts';

/** Issues tokens: by default, the token of the user `ann` is `ann`. */
export class Tokens implements Pick<Identity, 'cached' | 'verify' | 'watch'> {
  readonly #issued = new Map<string, User>();
  readonly #watch = new TokenWatch();
  /** While true, verifications throw `IdentityUnavailable`. */
  unavailable = false;

  /** @param validMs the token's lifetime */
  issue(token: string, uid = token, validMs = 3_600_000): string {
    this.#issued.set(token, { uid, expiresAt: Date.now() + validMs, signedInAt: Date.now() });
    return token;
  }

  cached(): undefined {
    return undefined;
  }

  async verify(token: string): Promise<User> {
    if (this.unavailable) throw new IdentityUnavailable('The identity service is unavailable');
    const user = this.#issued.get(token);
    if (!user || user.expiresAt <= Date.now()) throw new InvalidToken('Not issued here, or expired');
    return user;
  }

  /** The number of watched sockets of this user. */
  watching(uid: string): number {
    return [...this.#watch.users()].filter((user) => user.uid === uid).length;
  }

  watch(token: string, user: User, onEnded: () => void): () => void {
    return this.#watch.watch(token, user, onEnded);
  }
}

export interface LiveServer {
  readonly gateway: LiveGateway;
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Users without households. */
export const ownership: Ownership = {
  ofUser: (uid) => ({ listId: `list-of-${uid}`, planId: `plan-of-${uid}` }),
  ofHousehold: (id) => ({ listId: `list-of-${id}`, planId: `plan-of-${id}` }),
  find: () => Promise.resolve(undefined),
  findList: () => Promise.resolve(undefined),
  householdsOf: async () => [],
  isStale: async () => false,
  membersOf: async () => [],
};

/** Starts a gateway with its own HTTP server, by default on a free port. */
export async function startLive(
  tokens: Tokens,
  { port = 0, ...options }: Partial<LiveGatewayOptions> & { port?: number } = {},
): Promise<LiveServer> {
  const httpServer = createServer((_request, response) => response.end('not live'));
  const gateway = await openLiveGateway({
    httpServer,
    identity: tokens,
    ownership,
    logger: new QuietLogger(),
    ...options,
  });
  httpServer.listen(port, '127.0.0.1');
  await once(httpServer, 'listening');
  const boundPort = portOf(httpServer);
  return {
    gateway,
    port: boundPort,
    url: `http://127.0.0.1:${boundPort}`,
    close: async () => {
      await gateway.close();
      await new Promise((resolve) => httpServer.close(resolve));
    },
  };
}

function portOf(server: HttpServer): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

export type BrowserOptions = Partial<ManagerOptions & SocketOptions>;

export interface Browser {
  readonly socket: Socket<ServerToClient, ClientToServer>;
  readonly messages: LiveMessage[];
  signedOut: number;
  missed: number;
}

/** Connects a browser, as a visitor if there is no token, and waits until it is connected. */
export async function connectBrowser(url: string, token?: string, options: BrowserOptions = {}): Promise<Browser> {
  const browser = openBrowser(url, token, options);
  await until(() => browser.socket.connected);
  return browser;
}

export function openBrowser(url: string, token?: string, options: BrowserOptions = {}): Browser {
  const socket: Browser['socket'] = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 20,
    reconnectionDelayMax: 50,
    ...(token !== undefined && { auth: { token } }),
    ...options,
  });
  const browser: Browser = {
    socket,
    messages: [],
    signedOut: 0,
    missed: 0,
  };
  socket.on('live', (message) => browser.messages.push(message));
  socket.on('signedOut', () => {
    browser.signedOut += 1;
  });
  socket.on('missed', () => {
    browser.missed += 1;
  });
  return browser;
}

let position = 0n;

const revisionIn = countRevisions();

/** What a projection runner publishes after it has committed these events. */
function applied(
  projection: string,
  given: readonly { stream: string; type: string; data?: object; actor?: string }[],
  documents: Record<string, object> = {},
  at = new Date().toISOString(),
): Applied {
  const events = given.map(({ stream, type, data = {}, actor = 'ann' }) => {
    position += 1n;
    return { stream, type, data, revision: revisionIn(stream), position, meta: { actor, at, schema: 1 } };
  });
  function document<T extends object>(collection: string, id: string): T | undefined;
  function document(collection: string, id: string): object | undefined {
    return documents[`${collection}/${id}`];
  }
  return {
    projection,
    position,
    superseded: false,
    events,
    document,
    documentsIn: () => new Map(),
    removedFromIndex: () => false,
  };
}

/** A like, after which the post has this like count. */
export const postLiked = (
  likeCount: number,
  { actor = 'ann', postId = 'p1', at = new Date().toISOString() } = {},
): Applied =>
  applied(
    'posts',
    [{ stream: `post-${postId}`, type: 'PostLiked', actor }],
    { [`posts/${postId}`]: { likeCount } },
    at,
  );

export const postPublished = (post: object, postId = 'p1'): Applied =>
  applied('posts', [{ stream: `post-${postId}`, type: 'PostPublished' }], { [`posts/${postId}`]: post });

/** One batch by ann: a like of `p1`, then the new post `p2` and a like of it. */
export const likedAndPublished = (): Applied =>
  applied(
    'posts',
    [
      { stream: 'post-p1', type: 'PostLiked' },
      { stream: 'post-p2', type: 'PostPublished' },
      { stream: 'post-p2', type: 'PostLiked' },
    ],
    { 'posts/p1': { likeCount: 1 }, 'posts/p2': { likeCount: 1 } },
  );

/** A user joins or leaves the household `home`, whose list is that of `itemRemoved('home')`. */
export const membershipChanged = (type: 'MemberJoined' | 'MemberRemoved', uid: string): Applied =>
  applied('households', [{ stream: 'household-home', type, data: { uid } }]);

/** The removal of an item from the list of a user or a household. */
export const itemRemoved = (uid: string, itemId = 'i1'): Applied => {
  const { listId } = ownership.ofUser(uid);
  return applied('grocery-list', [{ stream: `groceryList-${listId}`, type: 'GroceryItemRemoved', data: { itemId } }], {
    [`lists/${listId}`]: { listId, revision: '0', items: [] },
  });
};

/** The removal of a meal from a user's plan. */
export const mealUnplanned = (uid: string, week: string): Applied => {
  const { planId } = ownership.ofUser(uid);
  const event = {
    stream: `mealPlan-${planId}`,
    type: 'MealUnplanned',
    data: { week, day: 'Monday', meal: 'Lunch', id: 'lunch' },
  };
  return applied('meal-plan', [event], { [`plans/${planId}:${week}`]: { revision: 1, meals: [] } });
};

/** The like counts that a browser has received, in order. */
export const likeCounts = ({ messages }: Browser): number[] =>
  messages.flatMap((message) => (message.kind === 'post.changed' ? message.likeCount : []));

/** The ids of the lists in the messages that a browser has received, in order. */
export const listIds = ({ messages }: Browser): string[] =>
  messages.flatMap((message) => (message.kind === 'list.changed' ? message.listId : []));
