import { useEffect } from 'react';
import type { Socket } from 'socket.io-client';
import type { ClientToServer, Handshake, LiveMessage, ServerToClient } from '../../server/core/contracts/live.ts';
import { afterFirstPaint } from './after-first-paint.ts';
import { currentToken, currentUid, onTokenChange } from './identity/session.ts';
import { createStore } from './store.ts';

export type LiveStatus = 'live' | 'connecting' | 'offline';

type LiveSocket = Socket<ServerToClient, ClientToServer>;

const messageListeners = new Set<(message: LiveMessage) => void>();
const missedListeners = new Set<() => void>();
const answerTimeout = 10_000;
const retryPause = 5_000;
const longestRetryPause = 60_000;
/** Thousands are told at once that they have missed something: they read at moments of their own within this time (ms). */
const readWithin = 1_000;

const status = createStore<LiveStatus>(navigator.onLine ? 'connecting' : 'offline');
let started = false;
let socket: LiveSocket | undefined;
/** A token of which the server does not know yet, as the connection was being made when it came. */
let untold: { token: string | null } | undefined;
/** What the server was told last of who it is; when it answers about an earlier token, that is past. */
let newest: object | undefined;
let renewal: ReturnType<typeof setTimeout> | undefined;
let failedRenewals = 0;

/** Calls the listener with each live message; gives the way to stop. The first listener opens the connection. */
export function onLive(listener: (message: LiveMessage) => void): () => void {
  start();
  messageListeners.add(listener);
  return () => messageListeners.delete(listener);
}

/** Calls the listener when messages may have been missed: after each connect, the first one included, or as the server says. */
export function onLiveMissed(listener: () => void): () => void {
  missedListeners.add(listener);
  return () => missedListeners.delete(listener);
}

export const isLive = (): boolean => status.get() === 'live';

export function useLiveStatus(): LiveStatus {
  useEffect(start, []);
  return status.use();
}

function start() {
  if (started) return;
  started = true;
  afterFirstPaint(() => {
    connect().catch((error: unknown) => {
      // The code itself could not be loaded: when the network is back, or at the next listener, again.
      started = false;
      globalThis.addEventListener('online', start, { once: true });
      status.set('offline');
      reportError(error);
    });
  });
}

async function connect() {
  const { io } = await import('socket.io-client');
  const created: LiveSocket = io({
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    // The server says who may join what, so each attempt carries the token of that moment.
    auth: (give) => {
      const asVisitor: Handshake = {};
      untold = undefined;
      clearTimeout(renewal);
      tokenIfHeStays().then(
        (token) => {
          if (token) failedRenewals = 0;
          give(token ? { token } : asVisitor);
        },
        () => {
          give(asVisitor);
          renewLater();
        },
      );
    },
  });
  socket = created;

  created.on('connect', () => {
    status.set('live');
    // Where a WebSocket has stood, one that fails means no network. Whoever fell back to polling would stay with it.
    if (created.io.engine.transport.name === 'websocket') created.io.opts.tryAllTransports = false;
    if (untold) authenticate(untold.token);
    tellMissed();
  });
  created.on('disconnect', () => {
    status.set(navigator.onLine ? 'connecting' : 'offline');
    comeBack(created);
  });
  created.on('connect_error', () => {
    status.set('offline');
    comeBack(created);
  });
  created.on('live', (message) => {
    for (const listener of [...messageListeners]) listener(message);
  });
  created.on('missed', () => setTimeout(tellMissed, Math.random() * readWithin));
  created.on('signedOut', renew);
}

function renew() {
  tokenIfHeStays({ fresh: true }).then(
    (token) => {
      if (token !== undefined) authenticate(token);
    },
    (error: unknown) => {
      if (failedRenewals === 0) reportError(error);
      renewLater();
    },
  );
}

/**
 * As `currentToken`, but undefined when by the time it comes he has left: it would put whoever is signed in by then into
 * the rooms of another. Who that is, `onTokenChange` tells.
 */
async function tokenIfHeStays(options?: { fresh: boolean }): Promise<string | null | undefined> {
  const uid = currentUid();
  const stays = () => currentUid() === uid;
  try {
    const token = await currentToken(options);
    return stays() ? token : undefined;
  } catch (error) {
    if (stays()) throw error;
    return undefined;
  }
}

/** While somebody is signed in, and the server does not know it, he hears nothing that is his, and nothing shows that. */
function renewLater() {
  clearTimeout(renewal);
  failedRenewals++;
  renewal = setTimeout(
    () => {
      if (currentUid() === null) return;
      if (socket?.connected) renew();
      else renewLater(); // The connection under way may have no token of his; one that is made later carries it.
    },
    Math.min(failedRenewals * retryPause, longestRetryPause),
  );
}

function tellMissed() {
  for (const listener of [...missedListeners]) listener();
}

/** Socket.IO tries again by itself except when the server closed or refused the connection. */
function comeBack(closed: LiveSocket) {
  if (!closed.active) setTimeout(() => closed.connect(), retryPause);
}

function authenticate(token: string | null) {
  clearTimeout(renewal);
  const told = { token };
  if (!socket?.connected) {
    untold = told; // The next connect carries it; the one under way is told of it when it stands.
    return;
  }
  untold = undefined;
  newest = told;
  socket.timeout(answerTimeout).emit('authenticate', token, (lost, signedIn) => {
    if (lost) socket?.disconnect().connect();
    else if (signedIn) failedRenewals = 0;
    else if (token !== null && newest === told) renewLater();
  });
}

onTokenChange(authenticate);

globalThis.addEventListener('offline', () => status.set('offline'));
globalThis.addEventListener('online', () => {
  if (socket?.connected) {
    status.set('live');
    tellMissed(); // Whether the connection survived shows only later.
  } else if (socket) {
    status.set('connecting');
    socket.disconnect().connect(); // At once, not after the pause that it is in.
  }
});
