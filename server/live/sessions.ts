import { growingPause } from '../core/timing/growing-pause.ts';
import type { User } from '../identity/identity.ts';
import type { Audience, Client } from './audience.ts';
import { listRoom, planRoom, userRoom } from './rooms.ts';
import { type TokenVerifier, type Verification, verifyToken } from './sign-in.ts';

export interface SessionsOptions {
  readonly identity: TokenVerifier;
  readonly listIdOf: (uid: string) => string;
  readonly planIdOf: (uid: string) => string;
  readonly audience: Audience;
}

export interface Sessions {
  /** Verifies the token of a handshake within 2 s; undefined for a visitor, who has no token. */
  verifyToken(token: unknown): Promise<Verification | undefined>;
  /** Adds a new connection to the rooms that its token permits. */
  begin(client: Client, token: unknown, verification: Verification | undefined): void;
  /** Handles a client's `authenticate`. @returns whether the client is in the rooms of a user now */
  authenticate(client: Client, token: unknown): Promise<boolean>;
  /** Call it when the connection has closed. */
  leave(client: Client): void;
  close(): void;
}

type Attempt = { readonly token: string; readonly retries: number };

const handshakeTimeoutMs = 2_000;
const verifyTimeoutMs = 10_000;
/** Per client in ten seconds; a browser has a new token once an hour. */
const maxAuthentications = 5;
const authenticationWindowMs = 10_000;
/** With pauses that grow to 30 s: one to two minutes, enough for an identity service to start or recover. */
const maxRetries = 8;

/**
 * Manages who is in which rooms. Clients join rooms only here, after their token was verified, and leave them when the
 * session ends. While the identity service is unavailable, tokens are verified again in the background.
 */
export function createSessions({ identity, listIdOf, planIdOf, audience }: SessionsOptions): Sessions {
  /** The newest attempt of each client; the result of an older one is ignored. */
  const attempts = new Map<Client, Attempt>();
  const authentications = new Map<Client, number>();
  const resetAuthentications = setInterval(() => authentications.clear(), authenticationWindowMs).unref();
  /** Functions that stop watching a client's token. */
  const watches = new Map<Client, () => void>();

  const stopWatching = (client: Client) => {
    watches.get(client)?.();
    watches.delete(client);
  };

  const joinRooms = (client: Client, token: string, user: User) => {
    const { uid } = user;
    stopWatching(client);
    const rooms = [userRoom(uid), listRoom(listIdOf(uid)), planRoom(planIdOf(uid))];
    if (audience.signIn(client, { uid, rooms }))
      watches.set(
        client,
        identity.watch(token, user, () => signOut(client)),
      );
  };

  const becomeVisitor = (client: Client) => {
    stopWatching(client);
    audience.signOut(client);
  };

  const signOut = (client: Client) => {
    becomeVisitor(client);
    client.socket.emit('signedOut');
  };

  const retryLater = (client: Client, attempt: Attempt) => {
    if (attempt.retries >= maxRetries) {
      attempts.delete(client);
      signOut(client);
      return;
    }
    attempts.set(client, attempt);
    const retry = async () => {
      if (attempts.get(client) !== attempt) return;
      const verification = await verifyToken(identity, attempt.token, verifyTimeoutMs);
      if (attempts.get(client) !== attempt) return;
      if (verification.kind === 'unavailable') return retryLater(client, { ...attempt, retries: attempt.retries + 1 });
      attempts.delete(client);
      if (verification.kind === 'invalid') return signOut(client);
      joinRooms(client, attempt.token, verification.user);
      client.socket.emit('missed');
    };
    setTimeout(() => void retry(), growingPause(attempt.retries, 1_000, 30_000)).unref();
  };

  return {
    async verifyToken(token) {
      return typeof token === 'string' ? await verifyToken(identity, token, handshakeTimeoutMs) : undefined;
    },
    begin(client, token, verification) {
      if (verification === undefined || typeof token !== 'string') return;
      if (verification.kind === 'valid') joinRooms(client, token, verification.user);
      else if (verification.kind === 'invalid') client.socket.emit('signedOut');
      else retryLater(client, { token, retries: 0 });
    },
    async authenticate(client, token) {
      if (typeof token !== 'string') {
        attempts.delete(client);
        becomeVisitor(client);
        return false;
      }
      const count = (authentications.get(client) ?? 0) + 1;
      authentications.set(client, count);
      if (count > maxAuthentications) return false;
      const attempt = { token, retries: 0 };
      attempts.set(client, attempt);
      const verification = await verifyToken(identity, token, verifyTimeoutMs);
      if (attempts.get(client) !== attempt || !client.socket.connected) return false;
      attempts.delete(client);
      if (verification.kind === 'valid') {
        const before = client.session?.uid;
        joinRooms(client, token, verification.user);
        if (before !== verification.user.uid) client.socket.emit('missed');
        return true;
      }
      becomeVisitor(client);
      if (verification.kind === 'unavailable') retryLater(client, attempt);
      return false;
    },
    leave(client) {
      attempts.delete(client);
      authentications.delete(client);
      stopWatching(client);
    },
    close() {
      clearInterval(resetAuthentications);
      attempts.clear();
      for (const stop of watches.values()) stop();
      watches.clear();
    },
  };
}
