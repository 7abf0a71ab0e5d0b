/** A Firebase project, with Google's servers played by one in this process: nothing goes over the network. */
import { createSign, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import https from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AccountProblem, type Identity, IdentityUnavailable, InvalidToken } from '../../server/identity/identity.ts';
import { openIdentity } from '../../server/identity/open-identity.ts';

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const serviceAccount = {
  type: 'service_account',
  project_id: 'potluck-live',
  client_email: 'server@potluck-live.iam.gserviceaccount.com',
  private_key: keys.privateKey,
};

const google = {
  keys: true,
  accounts: true,
  asked: [] as string[],
  account: { localId: 'ann' } as object | undefined,
  /** What it says to a change of an account; undefined when it makes it. */
  refusal: undefined as string | undefined,
  changes: [] as unknown[],
};
const warnings: string[] = [];
let server: Server;
let folder: string;
let identity: Identity | undefined;
const usualAgent = https.globalAgent;

/** Leads every connection, wherever it should go, to the server of this test. */
class Diverted extends https.Agent {
  override createConnection() {
    return connect((server.address() as AddressInfo).port, '127.0.0.1');
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-firebase-'));
  server = createServer(async (request, response) => {
    const body = await text(request);
    const url = `${request.headers.host}${request.url}`;
    google.asked.push(url);
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'max-age=0' });
      response.end(JSON.stringify(body));
    };
    if (url.includes('/x509/')) {
      if (google.keys) answer(200, { 'key-1': keys.publicKey });
      else answer(500, { error: 'unavailable' });
    } else if (url.includes('/token')) answer(200, { access_token: 'ya29.x', expires_in: 3600, token_type: 'Bearer' });
    else if (!google.accounts) answer(403, { error: { message: 'PERMISSION_DENIED' } });
    else if (url.includes('accounts:update') && google.refusal) answer(400, { error: { message: google.refusal } });
    else if (url.includes('accounts:update')) {
      google.changes.push(JSON.parse(body));
      answer(200, { localId: 'ann' });
    } else answer(200, { users: google.account && [google.account] });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  https.globalAgent = new Diverted({ keepAlive: false });
});

beforeEach(() => {
  const account = { localId: 'ann' };
  Object.assign(google, { keys: true, accounts: true, asked: [], account, refusal: undefined, changes: [] });
  warnings.length = 0;
});

afterEach(async () => {
  await identity?.close();
  identity = undefined;
  vi.unstubAllGlobals();
});

afterAll(async () => {
  https.globalAgent = usualAgent;
  server.close();
  await rm(folder, { recursive: true });
});

function open(json: string = JSON.stringify(serviceAccount)): Identity {
  const log = { info: () => undefined, warn: (line: string) => void warnings.push(line) };
  identity = openIdentity(
    {
      kind: 'firebase',
      projectId: 'potluck-live',
      apiKey: 'AIza',
      authDomain: 'potluck-live.firebaseapp.com',
      credentials: { kind: 'json', json },
    },
    log,
  );
  return identity;
}

const now = Math.floor(Date.now() / 1000);
const claims = {
  iss: 'https://securetoken.google.com/potluck-live',
  aud: 'potluck-live',
  sub: 'ann',
  iat: now,
  auth_time: now,
  exp: now + 3600,
  name: 'Ann',
  email: 'ann@example.com',
};

function signed(payload: object, key: string = keys.privateKey, header: object = {}): string {
  const encoded = [{ alg: 'RS256', typ: 'JWT', kid: 'key-1', ...header }, payload].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const content = encoded.join('.');
  return `${content}.${createSign('RSA-SHA256').update(content).sign(key, 'base64url')}`;
}

test('a token with a good signature is accepted, and asked about once', async () => {
  const { verify, cached, browser, emulator } = open();
  const token = signed(claims);
  const user = { uid: 'ann', name: 'Ann', email: 'ann@example.com', expiresAt: (now + 3600) * 1000 };
  expect(await verify(token)).toEqual(user);
  const { length } = google.asked;
  expect(await verify(token)).toEqual(user);
  expect(cached(token)).toEqual(user);
  expect(google.asked).toHaveLength(length);
  expect(emulator).toBeUndefined();
  expect(browser).toEqual({
    apiKey: 'AIza',
    projectId: 'potluck-live',
    authDomain: 'potluck-live.firebaseapp.com',
    emulator: false,
  });
});

test('a token that anybody could have made is refused', async () => {
  const { verify } = open();
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });
  const unsigned = [{ alg: 'none', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const bad: Record<string, string> = {
    unsigned: `${unsigned.join('.')}.`,
    'signed by a stranger': signed(claims, String(stranger)),
    'an unknown key': signed(claims, keys.privateKey, { kid: 'key-2' }),
    'of another project': signed({ ...claims, aud: 'other' }),
    'of another issuer': signed({ ...claims, iss: 'https://securetoken.google.com/other' }),
    expired: signed({ ...claims, exp: now - 60 }),
  };
  for (const [why, token] of Object.entries(bad)) await expect(verify(token), why).rejects.toThrow(InvalidToken);
});

test('a revoked session, a disabled and a deleted account are refused', async () => {
  const { verify } = open();
  google.account = { localId: 'ann', validSince: String(now + 60) };
  await expect(verify(signed({ ...claims, name: 'revoked' }))).rejects.toThrow(InvalidToken);
  google.account = { localId: 'ann', disabled: true };
  await expect(verify(signed({ ...claims, name: 'disabled' }))).rejects.toThrow(InvalidToken);
  google.account = undefined;
  await expect(verify(signed({ ...claims, name: 'deleted' }))).rejects.toThrow(InvalidToken);
});

test('that Google does not answer is no reason to call a token bad', async () => {
  const { verify } = open();
  google.keys = false;
  await expect(verify(signed(claims))).rejects.toThrow(IdentityUnavailable);
  google.keys = true;
  google.accounts = false;
  await expect(verify(signed(claims))).rejects.toThrow(IdentityUnavailable);
  google.accounts = true;
  expect((await verify(signed(claims))).uid).toBe('ann');
});

test('a start shows whether the service account is good for the project', async () => {
  google.account = undefined;
  await open().ready();
  google.accounts = false;
  await expect(open().ready()).rejects.toThrow('FIREBASE_PROJECT_ID: the service account cannot read');
});

test('a start says nothing of what a library would have done otherwise', async () => {
  const warned = vi.spyOn(console, 'warn');
  // The SDK keeps what it made for an account.
  await open(JSON.stringify({ ...serviceAccount, client_email: 'quiet@potluck-live.iam.gserviceaccount.com' })).ready();
  expect(google.asked.some((url) => url.includes('/token'))).toBe(true);
  expect(warned).not.toHaveBeenCalled();
});

test.each([
  ['no JSON', '{ "private_key": top secret }'],
  ['half an account', '{ "project_id": "potluck-live", "client_email": "a@b", "secret": "top secret" }'],
  ['a broken key', JSON.stringify({ ...serviceAccount, private_key: 'top secret' })],
])('%s as credentials is said in one line, without a word of it', async (_what, json) => {
  const refused: Error = await open(json)
    .ready()
    .catch((error) => error);
  expect(refused.message).toMatch(/^FIREBASE_CREDENTIALS: set the JSON text of a Firebase service account/);
  expect(refused.message).not.toMatch(/\n|top secret/);
});

test('a service account may come from a file', async () => {
  const file = join(folder, 'account.json');
  await writeFile(file, JSON.stringify(serviceAccount));
  const settings = { kind: 'firebase', projectId: 'potluck-live', apiKey: 'A', authDomain: 'x.example' } as const;
  const log = { info: () => undefined, warn: () => undefined };
  identity = openIdentity({ ...settings, credentials: { kind: 'file', file } }, log);
  expect((await identity.verify(signed(claims))).uid).toBe('ann');
  const missing = openIdentity({ ...settings, credentials: { kind: 'file', file: `${file}.missing` } }, log);
  await expect(missing.ready()).rejects.toThrow('GOOGLE_APPLICATION_CREDENTIALS: set the path');
  await missing.close();
});

test('with an emulator host in the environment nothing is verified at all', async () => {
  process.env.FIREBASE_AUTH_EMULATOR_HOST = '127.0.0.1:9';
  try {
    await expect(open().ready()).rejects.toThrow('FIREBASE_AUTH_EMULATOR_HOST: unset it');
  } finally {
    delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
  }
});

test('an emulator that somebody else runs must answer at the start', async () => {
  const log = { info: () => undefined, warn: () => undefined };
  const external = openIdentity({ kind: 'external-emulator', host: '127.0.0.1:9' }, log);
  await expect(external.ready()).rejects.toThrow('FIREBASE_AUTH_EMULATOR_HOST: nothing answers at 127.0.0.1:9');
  await external.close();
});

test('an account tells its email, whether it has a password, and since when it exists', async () => {
  const { accounts } = open();
  const createdAt = String(Date.parse('2026-01-02T03:04:05.000Z'));
  google.account = {
    localId: 'ann',
    email: 'ann@example.com',
    createdAt,
    providerUserInfo: [{ providerId: 'password', rawId: 'ann@example.com' }],
  };
  const account = { email: 'ann@example.com', hasPassword: true, createdAt: '2026-01-02T03:04:05.000Z' };
  expect(await accounts.read('ann')).toEqual(account);
  google.account = { ...google.account, providerUserInfo: [{ providerId: 'google.com', rawId: '4711' }] };
  expect(await accounts.read('ann')).toEqual({ ...account, hasPassword: false });
});

test('an account is changed in one call, with an email that is to be verified anew', async () => {
  const { accounts } = open();
  await accounts.change('ann', { email: 'new@example.com', password: 'vinegar and oil' });
  await accounts.change('ann', { name: 'Anne', picture: null });
  expect(google.changes).toMatchObject([
    { localId: 'ann', email: 'new@example.com', emailVerified: false, password: 'vinegar and oil' },
    { localId: 'ann', displayName: 'Anne', deleteAttribute: ['PHOTO_URL'] },
  ]);
});

test.each([
  ['EMAIL_EXISTS', 'EMAIL_IN_USE', 'There is an account with this email already'],
  ['USER_NOT_FOUND', 'ACCOUNT_GONE', 'This account does not exist any more'],
  ['WEAK_PASSWORD : Password should be at least 6 characters', 'WEAK_PASSWORD', /at least 6 characters/],
  [
    'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password must contain a numeric character]',
    'WEAK_PASSWORD',
    'Password must contain a numeric character',
  ],
])('%s is no reason to try again', async (refusal, code, message) => {
  const { accounts } = open();
  google.refusal = refusal;
  const problem = await accounts.change('ann', { password: 'vinegar and oil' }).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(AccountProblem);
  expect(problem).toMatchObject({
    code,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
});

test('what fails otherwise can be tried again, and its error holds nothing of what was sent', async () => {
  const { accounts } = open();
  google.refusal = 'SOMETHING_NEW : vinegar and oil';
  const failure = await accounts.change('ann', { password: 'vinegar and oil' }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(IdentityUnavailable);
  expect(inspect(failure, { depth: 20 })).not.toContain('vinegar and oil');
});

describe('the current password', () => {
  const asked: { url: string; body: unknown }[] = [];
  const says = (answer: object) =>
    vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
      asked.push({ url, body: JSON.parse(body) });
      return Response.json(answer, { status: 'error' in answer ? 400 : 200 });
    });
  const refuses = (message: string) => says({ error: { code: 400, message } });
  const known = () => open().accounts.knowsPassword('ann', 'ann@example.com', ['butter and salt']);

  test('is the one that signs in to this account', async () => {
    says({ localId: 'ann' });
    expect(await known()).toBe(true);
    expect(asked.at(-1)).toEqual({
      url: 'https://identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=AIza',
      body: { email: 'ann@example.com', password: 'butter and salt' },
    });
    says({ localId: 'somebody else' });
    expect(await known()).toBe(false);
  });

  test.each(['INVALID_LOGIN_CREDENTIALS', 'INVALID_PASSWORD', 'EMAIL_NOT_FOUND'])(
    'is not it at %s',
    async (message) => {
      refuses(message);
      expect(await known()).toBe(false);
    },
  );

  test('is not asked for without end', async () => {
    refuses('TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled');
    await expect(known()).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  });

  test('cannot be checked by a key that is for browsers only, which the operator is told', async () => {
    refuses('Requests from referer <empty> are blocked.');
    await expect(known()).rejects.toThrow(IdentityUnavailable);
    expect(warnings.join()).toContain('FIREBASE_API_KEY');
    expect(warnings.join()).not.toContain('butter');
  });

  test('cannot be checked while nobody answers, which is no wrong one', async () => {
    const { accounts } = open();
    const tried = (...passwords: string[]) => accounts.knowsPassword('ann', 'ann@example.com', passwords);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    for (let time = 0; time < 12; time++) await expect(tried('butter and salt')).rejects.toThrow(IdentityUnavailable);
    refuses('INVALID_LOGIN_CREDENTIALS');
    for (let time = 0; time < 9; time++) expect(await tried('a guess')).toBe(false);
    says({ localId: 'ann' });
    expect(await tried('butter and salt')).toBe(true);
  });

  test('cannot be found by guesses of which only the first is answered', async () => {
    const { accounts } = open();
    let calls = 0;
    vi.stubGlobal('fetch', async () => {
      if (++calls % 2 === 0) throw new TypeError('fetch failed');
      return Response.json({ error: { code: 400, message: 'INVALID_LOGIN_CREDENTIALS' } }, { status: 400 });
    });
    const guess = () => accounts.knowsPassword('ann', 'ann@example.com', ['a guess', 'another']);
    for (let time = 0; time < 10; time++) await expect(guess()).rejects.toThrow(IdentityUnavailable);
    await expect(guess()).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  });
});
