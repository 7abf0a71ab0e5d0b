import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../core/timing/backoff.ts';
import type { User } from '../identity/identity.ts';
import type { Audience, Client } from './audience.ts';
import type { Memberships } from './memberships.ts';
import { type ReadMemberships, type TokenVerifier, type Verified, verifyToken } from './verify-token.ts';

export interface SessionsOptions {
  readonly identity: TokenVerifier;
  readonly memberships: Memberships;
  readonly audience: Audience;
}

/**
 * With pauses that grow to 30 s, retries last one to two minutes: enough for an identity service to start or recover.
 */
const maxRetries = 8;

/**
 * Verifies the tokens of new connections, and adds each to the rooms of its user and their households. Clients join
 * rooms only here and as `Memberships` says, and leave them when the token's session ends. While the identity service or
 * the read model of households is unavailable, the token is verified again in the background.
 */
export function createSessions({ identity, memberships, audience }: SessionsOptions) {
  async function verify(token: string): Promise<Verified> {
    const verification = await verifyToken(identity, token);
    if (verification.kind !== 'valid') return verification;
    try {
      return { ...verification, memberships: await memberships.read(verification.user.uid) };
    } catch {
      return { kind: 'unavailable' };
    }
  }

  const joinRooms = (client: Client, token: string, user: User, read: ReadMemberships) => {
    audience.signIn(client, { uid: user.uid, rooms: memberships.roomsNow(read) });
    const stopWatching = identity.watch(token, user, () => {
      audience.signOut(client);
      client.socket.emit('signedOut');
    });
    client.socket.once('disconnect', stopWatching);
  };

  const retry = async (client: Client, token: string, retries: number) => {
    await sleep(backoffMs(retries, 1_000, 30_000), undefined, { ref: false });
    const verified = await verify(token);
    if (client.socket.connected) begin(client, token, verified, retries + 1);
  };

  function begin(client: Client, token: string, verified: Verified, retries = 0): void {
    if (verified.kind === 'valid') {
      joinRooms(client, token, verified.user, verified.memberships);
      if (retries > 0) client.socket.emit('missed');
    } else if (verified.kind === 'unavailable' && retries < maxRetries) void retry(client, token, retries);
    else client.socket.emit('signedOut');
  }

  return { verify, begin };
}
