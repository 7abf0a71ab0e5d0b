import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** An imitation of the accounts emulator, for servers in processes of their own: every uid has an account. */
export interface Accounts {
  /** For `FIREBASE_AUTH_EMULATOR_HOST`. */
  readonly host: string;
  close(): void;
}

export async function openAccounts(): Promise<Accounts> {
  const emulator = createServer(async (request, response) => {
    const { localId: uids = [] } = request.method === 'POST' ? Object(await json(request)) : {};
    const users = uids.map((localId: string) => ({ localId, email: `${localId}@example.org`, createdAt: '0' }));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ users }));
  });
  await once(emulator.listen(0, '127.0.0.1'), 'listening');
  return { host: `127.0.0.1:${(emulator.address() as AddressInfo).port}`, close: () => void emulator.close() };
}

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const dayS = 86_400;

/** Unsigned, as an emulator's; valid on servers whose clock is wrong by up to a day, too. */
export function tokenOf(uid: string): string {
  const nowS = Math.floor(Date.now() / 1000);
  const claims = {
    iss: 'https://securetoken.google.com/demo-potluck',
    aud: 'demo-potluck',
    sub: uid,
    email: `${uid}@example.org`,
    name: uid,
    iat: nowS,
    auth_time: nowS,
    exp: nowS + 2 * dayS,
  };
  return `${base64url({ alg: 'none', typ: 'JWT' })}.${base64url(claims)}.`;
}
