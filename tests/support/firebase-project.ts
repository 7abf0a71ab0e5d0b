/** A Firebase project whose Google servers are simulated in this process, without the network. */
import { createSign, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import https from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Identity } from '../../server/identity/identity.ts';
import { openIdentity } from '../../server/identity/open-identity.ts';
import { createLimits } from '../../server/limits/limits.ts';

export const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

export const serviceAccount = {
  type: 'service_account',
  project_id: 'potluck-live',
  client_email: 'server@potluck-live.iam.gserviceaccount.com',
  private_key: keys.privateKey,
};

/** The state of the simulated Google servers. */
interface Google {
  keys: boolean;
  accounts: boolean;
  requests: string[];
  account: object | undefined;
  /** The error for a change of an account; undefined if the change succeeds. */
  refusal: string | undefined;
  changes: unknown[];
}

const defaults = (): Google => ({
  keys: true,
  accounts: true,
  requests: [],
  account: { localId: 'ann' },
  refusal: undefined,
  changes: [],
});

export type FirebaseProject = Awaited<ReturnType<typeof openFirebaseProject>>;

/** Redirects every TLS connection of this process to the simulated servers until it is closed. */
export async function openFirebaseProject() {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-firebase-'));
  const google = defaults();
  const warnings: string[] = [];
  const opened: Identity[] = [];

  const server = createServer(async (request, response) => {
    const body = await text(request);
    const url = `${request.headers.host}${request.url}`;
    google.requests.push(url);
    const respond = (status: number, content: object) => {
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'max-age=0' });
      response.end(JSON.stringify(content));
    };
    if (url.includes('/x509/')) {
      if (google.keys) respond(200, { 'key-1': keys.publicKey });
      else respond(500, { error: 'unavailable' });
    } else if (url.includes('/token')) respond(200, { access_token: 'ya29.x', expires_in: 3600, token_type: 'Bearer' });
    else if (!google.accounts) respond(403, { error: { message: 'PERMISSION_DENIED' } });
    else if (url.includes('accounts:update') && google.refusal) respond(400, { error: { message: google.refusal } });
    else if (url.includes('accounts:update')) {
      google.changes.push(JSON.parse(body));
      respond(200, { localId: 'ann' });
    } else respond(200, { users: google.account && [google.account] });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  class RedirectingAgent extends https.Agent {
    override createConnection() {
      return connect(port, '127.0.0.1');
    }
  }
  const originalAgent = https.globalAgent;
  https.globalAgent = new RedirectingAgent({ keepAlive: false });

  return {
    folder,
    google,
    warnings,
    /** Opens the identity service as a server does, until `reset`. */
    open: (json: string = JSON.stringify(serviceAccount)): Identity => {
      const log = { info: () => undefined, warn: (line: string) => void warnings.push(line) };
      const identity = openIdentity(
        {
          kind: 'firebase',
          projectId: 'potluck-live',
          apiKey: 'AIza',
          authDomain: 'potluck-live.firebaseapp.com',
          credentials: { kind: 'json', json },
        },
        log,
        createLimits(),
      );
      opened.push(identity);
      return identity;
    },
    /** Call this after each test. */
    reset: async () => {
      await Promise.all(opened.splice(0).map((identity) => identity.close()));
      Object.assign(google, defaults());
      warnings.length = 0;
    },
    close: async () => {
      https.globalAgent = originalAgent;
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}

export const now = Math.floor(Date.now() / 1000);
export const claims = {
  iss: 'https://securetoken.google.com/potluck-live',
  aud: 'potluck-live',
  sub: 'ann',
  iat: now,
  auth_time: now,
  exp: now + 3600,
  name: 'Ann',
  email: 'ann@example.com',
};

/** Signs a token with these claims. */
export function signed(payload: object, key: string = keys.privateKey, header: object = {}): string {
  const encoded = [{ alg: 'RS256', typ: 'JWT', kid: 'key-1', ...header }, payload].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const content = encoded.join('.');
  return `${content}.${createSign('RSA-SHA256').update(content).sign(key, 'base64url')}`;
}
