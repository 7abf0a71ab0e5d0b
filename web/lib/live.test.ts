import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isLive, onLive, onLiveMissed } from './live.ts';

type Listener = (...told: unknown[]) => void;
type Answer = (lost: Error | null, signedIn?: boolean) => void;

const { page, session, socket, server, connection } = vi.hoisted(() => {
  const page = new Map<string, Listener>();
  vi.stubGlobal('addEventListener', page.set.bind(page));
  const listeners = new Map<string, Listener>();
  const session: {
    uid: string | null;
    renews: boolean;
    tokenCame: Promise<void>;
    changed?: (token: string | null) => void;
  } = {
    uid: 'ann',
    renews: true,
    /** When the identity service has an answer. */
    tokenCame: Promise.resolve(),
  };
  const told: unknown[] = [];
  const server = {
    /** The tokens that it was sent, and what it answers to each. */
    told,
    signsIn: true,
    says: (event: string) => {
      const listener = listeners.get(event);
      if (!listener) throw new Error(`Nobody listens to ${event}`);
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
        server.told.push(token);
        answer(null, server.signsIn);
      },
    }),
  };
  return { page, session, socket, server, connection };
});

vi.mock('socket.io-client', () => ({ io: (options: object) => Object.assign(connection, options) && socket }));
vi.mock('./after-first-paint.ts', () => ({ afterFirstPaint: (task: () => void) => task() }));
vi.mock('./identity/session.ts', () => ({
  currentToken: async (asked: { fresh?: boolean } = {}) => {
    const { uid } = session;
    await session.tokenCame;
    if (!session.renews) throw new Error('The identity service is away');
    return uid === null ? null : asked.fresh ? 'fresh' : 'saved';
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
  Object.assign(session, { uid: 'ann', renews: true, tokenCame: Promise.resolve() });
  Object.assign(server, { told: [], signsIn: true });
  Object.assign(socket, { connected: true, connects: 0 });
  return () => vi.useRealTimers();
});

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

test('what all browsers have missed they read at moments of their own, within a second', () => {
  const read = vi.fn();
  const stop = onLiveMissed(read);
  vi.spyOn(Math, 'random').mockReturnValue(0.75);
  server.says('missed');
  vi.advanceTimersByTime(749);
  expect(read).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(read).toHaveBeenCalledOnce();
  stop();
});

describe('whose rights have ended', () => {
  test('gets them back once the identity service renews the token', async () => {
    session.renews = false;
    server.says('signedOut');
    await seconds(30);
    expect(server.told).toEqual([]);
    session.renews = true;
    await seconds(60);
    expect(server.told).toEqual(['fresh']);
  });

  test('asks for them again when the server does not take the token', async () => {
    server.signsIn = false;
    server.says('signedOut');
    await seconds(1);
    expect(server.told).toEqual(['fresh']);
    server.signsIn = true;
    await seconds(60);
    expect(server.told).toEqual(['fresh', 'fresh']);
  });

  test('asks ever less often, and not once he has signed out', async () => {
    server.signsIn = false;
    server.says('signedOut');
    await seconds(30);
    expect(server.told.length).toBeGreaterThan(2);
    await seconds(570);
    expect(server.told.length).toBeGreaterThan(10);
    expect(server.told.length).toBeLessThan(20);
    const asked = server.told.length;
    session.uid = null;
    await seconds(600);
    expect(server.told).toHaveLength(asked);
  });
});

test('whoever connects while his token cannot be renewed is a visitor at first, and signed in later', async () => {
  session.renews = false;
  const give = vi.fn();
  connection.auth?.(give);
  await seconds(0);
  expect(give).toHaveBeenCalledWith({});
  session.renews = true;
  await seconds(60);
  expect(server.told).toEqual(['fresh']);
});

test('so is he whose connection takes long to be made', async () => {
  session.renews = false;
  socket.connected = false;
  connection.auth?.(() => {});
  await seconds(30);
  session.renews = true;
  socket.connected = true;
  server.says('connect');
  await seconds(60);
  expect(server.told).toEqual(['fresh']);
});

test('after a connection that was made with a token, a renewal that fails is tried again soon', async () => {
  session.renews = false;
  server.says('signedOut');
  await seconds(600);
  session.renews = true;
  connection.auth?.(() => {});
  await seconds(1);

  session.renews = false;
  server.says('signedOut');
  await seconds(1);
  session.renews = true;
  await seconds(5);
  expect(server.told).toEqual(['fresh']);
});

describe.each([
  ['nobody', null],
  ['somebody else', 'bob'],
])('when his token comes and he has left, and %s is signed in', (_, next) => {
  const leaveBeforeTokenComes = async (ask: () => void) => {
    const token = Promise.withResolvers<void>();
    session.tokenCame = token.promise;
    ask();
    await seconds(1);
    session.uid = next;
    token.resolve();
    await seconds(60);
  };

  test('the server is not told his token', async () => {
    await leaveBeforeTokenComes(() => server.says('signedOut'));
    expect(server.told).toEqual([]);
  });

  test('no connection is made in his name', async () => {
    const give = vi.fn();
    await leaveBeforeTokenComes(() => connection.auth?.(give));
    expect(give).toHaveBeenCalledExactlyOnceWith({});
  });

  test('that it cannot be renewed is not reported', async () => {
    session.renews = false;
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    await leaveBeforeTokenComes(() => server.says('signedOut'));
    expect(reported).not.toHaveBeenCalled();
  });
});

describe('a token that comes while the connection is being made', () => {
  test('is sent once it stands: the handshake carries the one before', async () => {
    socket.connected = false;
    connection.auth?.(() => {});
    await seconds(0);
    session.changed?.('new');
    expect(server.told).toEqual([]);
    socket.connected = true;
    server.says('connect');
    expect(server.told).toEqual(['new']);
  });

  test('is not sent where the next handshake carries it', async () => {
    socket.connected = false;
    session.changed?.('new');
    connection.auth?.(() => {});
    await seconds(0);
    socket.connected = true;
    server.says('connect');
    expect(server.told).toEqual([]);
  });

  test('is null for a user who signs out: the socket leaves their rooms', async () => {
    socket.connected = false;
    connection.auth?.(() => {});
    await seconds(0);
    session.changed?.(null);
    socket.connected = true;
    server.says('connect');
    expect(server.told).toEqual([null]);
  });
});

describe('when the network is back', () => {
  const goOnline = () => page.get('online')?.();

  test('everything is read again although the socket looks alive: it may have died unnoticed', () => {
    const read = vi.fn();
    const stop = onLiveMissed(read);
    page.get('offline')?.();
    expect(isLive()).toBe(false);
    goOnline();
    expect(read).toHaveBeenCalledOnce();
    expect([isLive(), socket.connects]).toEqual([true, 0]);
    stop();
  });

  test('a socket without a connection connects at once', () => {
    socket.connected = false;
    goOnline();
    expect([isLive(), socket.connects]).toEqual([false, 1]);
  });
});
