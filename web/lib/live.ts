import { useEffect } from 'react';
import type { Socket } from 'socket.io-client';
import type { ClientToServer, Handshake, LiveMessage, ServerToClient } from '../../server/core/contracts/live.ts';
import { afterFirstPaint } from './after-first-paint.ts';
import { currentToken, currentUid, onTokenChange } from './identity/session.ts';
import { notifyMissed } from './live-missed.ts';
import { createStore } from './store.ts';

export type LiveStatus = 'live' | 'connecting' | 'offline';

type LiveSocket = Socket<ServerToClient, ClientToServer>;

const messageListeners = new Set<(message: LiveMessage) => void>();
const answerTimeoutMs = 10_000;
const retryPauseMs = 5_000;
const maxRetryPauseMs = 60_000;
/** The server sends `missed` to thousands of clients at once: each refetches at a random time within this span. */
const refetchWithinMs = 1_000;

const status = createStore<LiveStatus>(navigator.onLine ? 'connecting' : 'offline');
let started = false;
let socket: LiveSocket | undefined;
/** A token that the server does not have yet, as it changed while the connection was being made. */
let unsent: { token: string | null } | undefined;
/** The last token sent to the server. An answer about an earlier one is ignored. */
let lastSent: object | undefined;
let renewalTimer: ReturnType<typeof setTimeout> | undefined;
let failedRenewals = 0;

/** Calls the listener with each live message. Returns a function that unsubscribes. The first listener opens the connection. */
export function onLive(listener: (message: LiveMessage) => void): () => void {
  start();
  messageListeners.add(listener);
  return () => messageListeners.delete(listener);
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
      // The code could not be loaded. Try again when the network is back, or with the next listener.
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
    // The server decides by the token which rooms the socket joins, so each attempt carries the current one.
    auth: (give) => {
      const asVisitor: Handshake = {};
      unsent = undefined;
      clearTimeout(renewalTimer);
      tokenUnlessUserChanged().then(
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
    // Once a WebSocket has worked, a failing one means no network. A client that fell back to polling would stay with it.
    if (created.io.engine.transport.name === 'websocket') created.io.opts.tryAllTransports = false;
    if (unsent) authenticate(unsent.token);
    notifyMissed();
  });
  created.on('disconnect', () => {
    status.set(navigator.onLine ? 'connecting' : 'offline');
    reconnect(created);
  });
  created.on('connect_error', () => {
    status.set('offline');
    reconnect(created);
  });
  created.on('live', (message) => {
    for (const listener of [...messageListeners]) listener(message);
  });
  created.on('missed', () => setTimeout(notifyMissed, Math.random() * refetchWithinMs));
  created.on('signedOut', renew);
}

function renew() {
  tokenUnlessUserChanged({ fresh: true }).then(
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
 * Like `currentToken`, but undefined if the user changes before the token arrives: it would put the next user into the
 * rooms of the previous one. `onTokenChange` delivers the token of the next user.
 */
async function tokenUnlessUserChanged(options?: { fresh: boolean }): Promise<string | null | undefined> {
  const uid = currentUid();
  const isSameUser = () => currentUid() === uid;
  try {
    const token = await currentToken(options);
    return isSameUser() ? token : undefined;
  } catch (error) {
    if (isSameUser()) throw error;
    return undefined;
  }
}

/** Retries, because until accepted, this user gets no private messages, and nothing shows that. */
function renewLater() {
  clearTimeout(renewalTimer);
  failedRenewals++;
  renewalTimer = setTimeout(
    () => {
      if (currentUid() === null) return;
      if (socket?.connected) renew();
      else renewLater(); // The handshake in progress may lack the token. A later one carries it.
    },
    Math.min(failedRenewals * retryPauseMs, maxRetryPauseMs),
  );
}

/** Socket.IO reconnects by itself, except when the server closed or refused the connection. */
function reconnect(closed: LiveSocket) {
  if (!closed.active) setTimeout(() => closed.connect(), retryPauseMs);
}

function authenticate(token: string | null) {
  clearTimeout(renewalTimer);
  const sent = { token };
  if (!socket?.connected) {
    unsent = sent; // The next handshake carries it. If one is in progress, it is sent after that connects.
    return;
  }
  unsent = undefined;
  lastSent = sent;
  socket.timeout(answerTimeoutMs).emit('authenticate', token, (error, signedIn) => {
    if (error) socket?.disconnect().connect();
    else if (signedIn) failedRenewals = 0;
    else if (token !== null && lastSent === sent) renewLater();
  });
}

onTokenChange(authenticate);

globalThis.addEventListener('offline', () => status.set('offline'));
globalThis.addEventListener('online', () => {
  if (socket?.connected) {
    status.set('live');
    notifyMissed(); // The connection may be dead, which only shows later.
  } else if (socket) {
    status.set('connecting');
    socket.disconnect().connect(); // At once, not after the current pause.
  }
});
