import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isLive, onLive } from './live.ts';
import { onLiveMissed } from './live-missed.ts';

type Listener = (...args: unknown[]) => void;
type Answer = (error: Error | null, signedIn?: boolean) => void;

const { page, session, socket, server, connection } = vi.hoisted(() => {
  const page = new Map<string, Listener>();
  vi.stubGlobal('addEventListener', page.set.bind(page));
  const listeners = new Map<string, Listener>();
  const session: {
    uid: string | null;
    renews: boolean;
    tokenArrives: Promise<void>;
    changed?: (token: string | null) => void;
  } = {
    uid: 'ann',
    renews: true,
    /** Resolves when the identity service responds. */
    tokenArrives: Promise.resolve(),
  };
  const received: unknown[] = [];
  const server = {
    /** The tokens that the server received. */
    received,
    signsIn: true,
    emits: (event: string) => {
      const listener = listeners.get(event);
      if (!listener) throw new Error(`No listener for ${event}`);
      listener();
    },
  };
  const connection: { auth?: (give: (handshake: object) => void) => void } = {};
  const socket = {
    connected: true,
    connects: 0,
    disconnect: () => socket,
    connect: () => {
      socket.connects += 1;
      return socket;
    },
    io: { engine: { transport: { name: 'websocket' } }, opts: {} },
    on: (event: string, listener: Listener) => listeners.set(event, listener),
    timeout: () => ({
      emit: (_event: string, token: unknown, answer: Answer) => {
        server.received.push(token);
        answer(null, server.signsIn);
      },
    }),
  };
  return { page, session, socket, server, connection };
});

vi.mock('socket.io-client', () => ({ io: (options: object) => Object.assign(connection, options) && socket }));
vi.mock('./after-first-paint.ts', () => ({ afterFirstPaint: (task: () => void) => task() }));
vi.mock('./identity/session.ts', () => ({
  currentToken: async (options: { fresh?: boolean } = {}) => {
    const { uid } = session;
    await session.tokenArrives;
    if (!session.renews) throw new Error('The identity service is unreachable');
    return uid === null ? null : options.fresh ? 'fresh' : 'saved';
  },
  currentUid: () => session.uid,
  onTokenChange: (listener: (token: string | null) => void) => {
    session.changed = listener;
  },
}));

onLive(() => {});

beforeEach(async () => {
  await vi.waitFor(() => expect(connection.auth).toBeDefined(), { timeout: 10_000 });
  vi.useFakeTimers();
  vi.stubGlobal('reportError', () => {});
  Object.assign(session, { uid: 'ann', renews: true, tokenArrives: Promise.resolve() });
  Object.assign(server, { received: [], signsIn: true });
  Object.assign(socket, { connected: true, connects: 0 });
  return () => vi.useRealTimers();
});

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

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

describe('after the server has signed the user out', () => {
  test('signs in again once the identity service renews the token', async () => {
    session.renews = false;
    server.emits('signedOut');
    await seconds(30);
    expect(server.received).toEqual([]);
    session.renews = true;
    await seconds(60);
    expect(server.received).toEqual(['fresh']);
  });

  test('tries again when the server rejects the token', async () => {
    server.signsIn = false;
    server.emits('signedOut');
    await seconds(1);
    expect(server.received).toEqual(['fresh']);
    server.signsIn = true;
    await seconds(60);
    expect(server.received).toEqual(['fresh', 'fresh']);
  });

  test('backs off, and stops when the user signs out', async () => {
    server.signsIn = false;
    server.emits('signedOut');
    await seconds(30);
    expect(server.received.length).toBeGreaterThan(2);
    await seconds(570);
    expect(server.received.length).toBeGreaterThan(10);
    expect(server.received.length).toBeLessThan(20);
    const count = server.received.length;
    session.uid = null;
    await seconds(600);
    expect(server.received).toHaveLength(count);
  });
});

test('connects as a visitor when the token cannot be renewed, and signs in later', async () => {
  session.renews = false;
  const give = vi.fn();
  connection.auth?.(give);
  await seconds(0);
  expect(give).toHaveBeenCalledWith({});
  session.renews = true;
  await seconds(60);
  expect(server.received).toEqual(['fresh']);
});

test('signs in later also when the connection takes long', async () => {
  session.renews = false;
  socket.connected = false;
  connection.auth?.(() => {});
  await seconds(30);
  session.renews = true;
  socket.connected = true;
  server.emits('connect');
  await seconds(60);
  expect(server.received).toEqual(['fresh']);
});

test('resets the back-off of renewals after a handshake with a token', async () => {
  session.renews = false;
  server.emits('signedOut');
  await seconds(600);
  session.renews = true;
  connection.auth?.(() => {});
  await seconds(1);

  session.renews = false;
  server.emits('signedOut');
  await seconds(1);
  session.renews = true;
  await seconds(5);
  expect(server.received).toEqual(['fresh']);
});

describe.each([
  ['nobody', null],
  ['another user', 'bob'],
])('when the user leaves before their token arrives, and %s is signed in', (_, next) => {
  const leaveBeforeTokenArrives = async (requestToken: () => void) => {
    const token = Promise.withResolvers<void>();
    session.tokenArrives = token.promise;
    requestToken();
    await seconds(1);
    session.uid = next;
    token.resolve();
    await seconds(60);
  };

  test('does not send the token', async () => {
    await leaveBeforeTokenArrives(() => server.emits('signedOut'));
    expect(server.received).toEqual([]);
  });

  test('connects as a visitor', async () => {
    const give = vi.fn();
    await leaveBeforeTokenArrives(() => connection.auth?.(give));
    expect(give).toHaveBeenCalledExactlyOnceWith({});
  });

  test('does not report a failed renewal', async () => {
    session.renews = false;
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    await leaveBeforeTokenArrives(() => server.emits('signedOut'));
    expect(reported).not.toHaveBeenCalled();
  });
});

describe('a token that changes during a handshake', () => {
  test('is sent after the connect, as the handshake carries the previous one', async () => {
    socket.connected = false;
    connection.auth?.(() => {});
    await seconds(0);
    session.changed?.('new');
    expect(server.received).toEqual([]);
    socket.connected = true;
    server.emits('connect');
    expect(server.received).toEqual(['new']);
  });

  test('is not sent when the next handshake carries it', async () => {
    socket.connected = false;
    session.changed?.('new');
    connection.auth?.(() => {});
    await seconds(0);
    socket.connected = true;
    server.emits('connect');
    expect(server.received).toEqual([]);
  });

  test("is null after a sign-out, so that the socket leaves the user's rooms", async () => {
    socket.connected = false;
    connection.auth?.(() => {});
    await seconds(0);
    session.changed?.(null);
    socket.connected = true;
    server.emits('connect');
    expect(server.received).toEqual([null]);
  });
});

describe('when the network is back', () => {
  const goOnline = () => page.get('online')?.();

  test('notifies of missed messages although the socket looks alive, as it may have died unnoticed', () => {
    const refetch = vi.fn();
    const stop = onLiveMissed(refetch);
    page.get('offline')?.();
    expect(isLive()).toBe(false);
    goOnline();
    expect(refetch).toHaveBeenCalledOnce();
    expect([isLive(), socket.connects]).toEqual([true, 0]);
    stop();
  });

  test('reconnects a disconnected socket at once', () => {
    socket.connected = false;
    goOnline();
    expect([isLive(), socket.connects]).toEqual([false, 1]);
  });
});
