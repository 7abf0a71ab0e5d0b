import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isLive, onLive } from './live.ts';
import { onLiveMissed } from './live-missed.ts';

type Listener = (...args: unknown[]) => void;

const { page, session, socket, server, connection } = vi.hoisted(() => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  const listeners = new Map<string, Listener>();
  const session: {
    uid: string | null;
    token: string;
    renews: boolean;
    tokenArrives: Promise<void>;
    changed?: () => void;
  } = {
    uid: 'ann',
    /** The saved token, or 'expired'. */
    token: 'saved',
    renews: true,
    /** Resolves when the identity service responds. */
    tokenArrives: Promise.resolve(),
  };
  const handshakes: object[] = [];
  const server = {
    handshakes,
    /** Whether the server rejects tokens. It then says so after each connect. */
    rejects: false,
    emits: (event: string, ...args: unknown[]) => {
      const listener = listeners.get(event);
      if (!listener) throw new Error(`No listener for ${event}`);
      listener(...args);
    },
  };
  const connection: { auth: (give: (handshake: object) => void) => void } = { auth: () => {} };
  const socket = {
    connected: true,
    active: true,
    disconnect: () => {
      socket.connected = false;
      return socket;
    },
    connect: () => {
      connection.auth((handshake) => {
        server.handshakes.push(handshake);
        socket.connected = true;
        server.emits('connect');
        if (server.rejects) server.emits('signedOut');
      });
    },
    io: { engine: { transport: { name: 'websocket' } }, opts: {} },
    on: (event: string, listener: Listener) => listeners.set(event, listener),
  };
  return { page, session, socket, server, connection };
});

vi.mock('socket.io-client', () => ({ io: (options: object) => Object.assign(connection, options) && socket }));
vi.mock('./after-first-paint.ts', () => ({ afterFirstPaint: (task: () => void) => task() }));
vi.mock('./identity/session.ts', () => ({
  currentToken: async (options: { fresh?: boolean } = {}) => {
    const { uid, token } = session;
    if (uid === null) return null;
    if (token !== 'expired' && !options.fresh) return token;
    await session.tokenArrives;
    if (!session.renews) throw new Error('The identity service is unreachable');
    session.token = 'fresh';
    return session.token;
  },
  onUserChange: (listener: () => void) => {
    session.changed = listener;
  },
}));

onLive(() => {});
await vi.waitFor(() => server.emits('connect'), { timeout: 10_000 });

/** Each test runs on a later day, so that no retry pause continues from the one before. */
let day = Date.now();

beforeEach(async () => {
  vi.useFakeTimers();
  day += 24 * 3_600_000;
  vi.setSystemTime(day);
  vi.stubGlobal('reportError', () => {});
  Object.assign(session, { uid: 'ann', token: 'saved', renews: true, tokenArrives: Promise.resolve() });
  Object.assign(server, { rejects: false });
  Object.assign(socket, { connected: false, active: true });
  socket.connect();
  await advanceSeconds(0);
  server.handshakes.length = 0;
  return () => vi.useRealTimers();
});

const advanceSeconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

function changeUser(uid: string | null, token = `${uid}'s`) {
  Object.assign(session, { uid, token });
  session.changed?.();
}

test('notifies of missed messages at a random time within a second', () => {
  const refetch = vi.fn();
  const stop = onLiveMissed(refetch);
  vi.spyOn(Math, 'random').mockReturnValue(0.75);
  server.emits('missed');
  vi.advanceTimersByTime(749);
  expect(refetch).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(refetch).toHaveBeenCalledOnce();
  stop();
});

describe('when another user signs in', () => {
  test('reconnects at once with their token, and notifies of missed messages', async () => {
    const refetch = vi.fn();
    const stop = onLiveMissed(refetch);
    changeUser('bob');
    expect(socket.connected).toBe(false);
    await advanceSeconds(0);
    expect(server.handshakes).toEqual([{ token: "bob's" }]);
    expect(refetch).toHaveBeenCalledOnce();
    stop();
  });

  test.each([
    ['nobody', null, {}],
    ['another user', 'bob', { token: "bob's" }],
  ])('never sends the token of the previous user, when it arrives later and %s is signed in', async (_, next, sent) => {
    const token = Promise.withResolvers<void>();
    Object.assign(session, { token: 'expired', tokenArrives: token.promise });
    socket.disconnect().connect();
    changeUser(next);
    token.resolve();
    await advanceSeconds(60);
    expect(server.handshakes).toEqual([sent]);
  });
});

test('reconnects as a visitor at once when the user signs out', async () => {
  changeUser(null);
  expect(socket.connected).toBe(false);
  await advanceSeconds(0);
  expect(server.handshakes).toEqual([{}]);
});

describe('after the server has ended the session', () => {
  test('stays connected until it has a fresh token, then reconnects with it', async () => {
    session.renews = false;
    server.emits('signedOut');
    await advanceSeconds(30);
    expect([socket.connected, server.handshakes]).toEqual([true, []]);
    session.renews = true;
    await advanceSeconds(60);
    expect(server.handshakes).toEqual([{ token: 'fresh' }]);
  });

  test('reconnects with a token that has been renewed meanwhile, without the identity service', async () => {
    Object.assign(session, { token: 'renewed', renews: false });
    server.emits('signedOut');
    await advanceSeconds(2);
    expect(server.handshakes).toEqual([{ token: 'renewed' }]);
  });

  test('backs off while the server rejects the tokens, and stops when the user signs out', async () => {
    server.rejects = true;
    server.emits('signedOut');
    await advanceSeconds(30);
    expect(server.handshakes.length).toBeGreaterThan(2);
    await advanceSeconds(570);
    expect(server.handshakes.length).toBeGreaterThan(10);
    expect(server.handshakes.length).toBeLessThan(35);
    server.rejects = false;
    changeUser(null);
    await advanceSeconds(0);
    const count = server.handshakes.length;
    await advanceSeconds(600);
    expect(server.handshakes).toHaveLength(count);
  });

  test('renews the token soon again when the session ends an hour later', async () => {
    server.rejects = true;
    server.emits('signedOut');
    await advanceSeconds(600);
    server.rejects = false;
    await advanceSeconds(3_600);
    server.handshakes.length = 0;
    server.emits('signedOut');
    await advanceSeconds(2);
    expect(server.handshakes).toHaveLength(1);
  });

  test.each([
    ['succeeds', true],
    ['fails', false],
  ])('neither reconnects again nor reports an error when the renewal %s after the user has left', async (_, renews) => {
    const token = Promise.withResolvers<void>();
    Object.assign(session, { renews, tokenArrives: token.promise });
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    server.emits('signedOut');
    await advanceSeconds(2);
    changeUser('bob');
    token.resolve();
    await advanceSeconds(60);
    expect(server.handshakes).toEqual([{ token: "bob's" }]);
    expect(reported).not.toHaveBeenCalled();
  });
});

test('connects as a visitor when the token cannot be renewed, and signs in later', async () => {
  Object.assign(session, { token: 'expired', renews: false });
  socket.disconnect().connect();
  await advanceSeconds(30);
  expect(server.handshakes).toEqual([{}]);
  session.renews = true;
  await advanceSeconds(60);
  expect(server.handshakes).toEqual([{}, { token: 'fresh' }]);
});

test.each([
  ['closed the connection', () => server.emits('disconnect', 'io server disconnect')],
  ['refused the connection', () => server.emits('connect_error')],
])('connects again after the server has %s', async (_, end) => {
  Object.assign(socket, { connected: false, active: false });
  end();
  await advanceSeconds(0);
  expect(server.handshakes).toEqual([]);
  await advanceSeconds(2);
  expect(server.handshakes).toHaveLength(1);
});

describe('when the network is back', () => {
  const goOnline = () => page.dispatchEvent(new Event('online'));

  test('notifies of missed messages although the socket looks alive, as it may have died unnoticed', async () => {
    const refetch = vi.fn();
    const stop = onLiveMissed(refetch);
    page.dispatchEvent(new Event('offline'));
    expect(isLive()).toBe(false);
    goOnline();
    await advanceSeconds(0);
    expect(refetch).toHaveBeenCalledOnce();
    expect([isLive(), server.handshakes]).toEqual([true, []]);
    stop();
  });

  test('reconnects a disconnected socket at once', async () => {
    socket.connected = false;
    goOnline();
    expect(isLive()).toBe(false);
    await advanceSeconds(0);
    expect(server.handshakes).toEqual([{ token: 'saved' }]);
  });
});
