import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../core/timing/backoff.ts';
import type { User } from '../identity/identity.ts';
import type { Audience, Client } from './audience.ts';
import { listRoom, planRoom, userRoom } from './rooms.ts';
import { type TokenVerifier, type Verification, verifyToken } from './verify-token.ts';

export interface SessionsOptions {
  readonly identity: TokenVerifier;
  readonly listIdOf: (uid: string) => string;
  readonly planIdOf: (uid: string) => string;
  readonly audience: Audience;
}

/**
 * With pauses that grow to 30 s, retries last one to two minutes: enough for an identity service to start or recover.
 */
const maxRetries = 8;

/**
 * Returns a function that adds a new connection to the rooms that the token of its handshake permits. Clients join
 * rooms only here, and leave them when the token's session ends. While the identity service is unavailable, the token
 * is verified again in the background.
 */
export function createSessions({ identity, listIdOf, planIdOf, audience }: SessionsOptions) {
  const joinRooms = (client: Client, token: string, user: User) => {
    const { uid } = user;
    audience.signIn(client, { uid, rooms: [userRoom(uid), listRoom(listIdOf(uid)), planRoom(planIdOf(uid))] });
    const stopWatching = identity.watch(token, user, () => {
      audience.signOut(client);
      client.socket.emit('signedOut');
    });
    client.socket.once('disconnect', stopWatching);
  };

  const retry = async (client: Client, token: string, retries: number) => {
    await sleep(backoffMs(retries, 1_000, 30_000), undefined, { ref: false });
    const verification = await verifyToken(identity, token);
    if (client.socket.connected) beginSession(client, token, verification, retries + 1);
  };

  function beginSession(client: Client, token: string, verification: Verification, retries = 0): void {
    if (verification.kind === 'valid') {
      joinRooms(client, token, verification.user);
      if (retries > 0) client.socket.emit('missed');
    } else if (verification.kind === 'unavailable' && retries < maxRetries) void retry(client, token, retries);
    else client.socket.emit('signedOut');
  }

  return beginSession;
}
