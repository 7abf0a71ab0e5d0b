import { useEffect } from 'react';
import type { Socket } from 'socket.io-client';
import type { ClientToServer, Handshake, LiveMessage, ServerToClient } from '../../server/core/contracts/live.ts';
import { afterFirstPaint } from './after-first-paint.ts';
import { currentToken, onUserChange } from './identity/session.ts';
import { recordLive } from './last-live.ts';
import { notifyMissed } from './live-missed.ts';
import { createRetryPause } from './retry-pause.ts';
import { createStore } from './store.ts';
import { watchOver } from './watched-recipes.ts';

export type LiveStatus = 'live' | 'connecting' | 'offline';

const messageListeners = new Set<(message: LiveMessage) => void>();
/** The server sends `missed` to thousands of clients at once: each refetches at a random time within this span. */
const refetchSpreadMs = 1_000;

const status = createStore<LiveStatus>(navigator.onLine ? 'connecting' : 'offline');
let isStarted = false;
let socket: Socket<ServerToClient, ClientToServer> | undefined;
/** The token that the newest connection was made with; null for a visitor. */
let connectionToken: string | null = null;
/** Aborts the newest attempt to sign in. */
let attempt = new AbortController();
const pause = createRetryPause();

/** Calls the listener with each live message. Returns a function that unsubscribes. The first listener opens the connection. */
export function onLive(listener: (message: LiveMessage) => void): () => void {
  start();
  messageListeners.add(listener);
  return () => messageListeners.delete(listener);
}

export const isLive = (): boolean => status.get() === 'live';

status.subscribe(() => recordLive(isLive()));

export function useLiveStatus(): LiveStatus {
  useEffect(start, []);
  return status.use();
}

function start() {
  if (isStarted) return;
  isStarted = true;
  afterFirstPaint(() => {
    connect().catch((error: unknown) => {
      // The code could not be loaded. Try again when the network is back, or with the next listener.
      isStarted = false;
      globalThis.addEventListener('online', start, { once: true });
      status.set('offline');
      reportError(error);
    });
  });
}

async function connect() {
  const { io } = await import('socket.io-client');
  const created: NonNullable<typeof socket> = io({
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    // The server decides by the token whose private messages the connection receives.
    auth: async (callback) => {
      const signal = newAttempt();
      const token = await currentToken().catch(() => undefined);
      if (signal.aborted) return;
      connectionToken = token ?? null;
      callback((token ? { token } : {}) satisfies Handshake);
      if (token === undefined) await signInAgain();
    },
  });
  socket = created;

  created.on('connect', () => {
    status.set('live');
    // Once a WebSocket has worked, a failing one means no network. A client that fell back to polling would stay with it.
    if (created.io.engine.transport.name === 'websocket') created.io.opts.tryAllTransports = false;
    watchOver(created);
    notifyMissed();
  });
  created.on('disconnect', (reason) => {
    status.set(navigator.onLine ? 'connecting' : 'offline');
    if (reason === 'io server disconnect') void signInAgain();
  });
  created.on('connect_error', () => {
    status.set('offline');
    if (!created.active) void signInAgain(); // The server refused it. After other errors Socket.IO retries.
  });
  created.on('live', (message) => {
    for (const listener of [...messageListeners]) {
      try {
        listener(message);
      } catch (error) {
        reportError(error); // The other listeners still get the message.
      }
    }
  });
  created.on('missed', () => setTimeout(notifyMissed, Math.random() * refetchSpreadMs));
  created.on('signedOut', signInAgain);
}

function newAttempt(): AbortSignal {
  attempt.abort();
  attempt = new AbortController();
  return attempt.signal;
}

function reconnect() {
  newAttempt();
  socket?.disconnect().connect();
}

/** Reconnects with another token, after a pause. Until then, the status `live` does not include private messages. */
async function signInAgain() {
  const signal = newAttempt();
  for (;;) {
    await pause.afterFailure(signal);
    if (signal.aborted) return;
    try {
      // A request may have renewed the token since.
      if ((await currentToken()) === connectionToken) await currentToken({ fresh: true });
      break;
    } catch (error) {
      if (!signal.aborted && pause.failures === 1) reportError(error);
    }
  }
  if (!signal.aborted) reconnect();
}

// A connection receives the messages of one user. A renewed token of the same user is used by the next connection.
onUserChange(reconnect);

globalThis.addEventListener('offline', () => status.set('offline'));
globalThis.addEventListener('online', () => {
  if (socket?.connected) {
    status.set('live');
    notifyMissed(); // The connection may have died, which Socket.IO notices only later.
  } else if (socket) {
    status.set('connecting');
    reconnect(); // At once, not after the current pause.
  }
});
