/** Tokens of a Firebase project, and the check at start that the server can verify them. */
import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ExpiredToken, IdentityUnavailable, InvalidToken } from '../../server/identity/identity.ts';
import { openIdentity } from '../../server/identity/open-identity.ts';
import { createLimits } from '../../server/limits/limits.ts';
import {
  claims,
  type FirebaseProject,
  keys,
  now,
  openFirebaseProject,
  serviceAccount,
  signed,
} from '../support/firebase-project.ts';

let project: FirebaseProject;
let google: FirebaseProject['google'];
let open: FirebaseProject['open'];

beforeAll(async () => {
  project = await openFirebaseProject();
  ({ google, open } = project);
});

afterEach(() => project.reset());

afterAll(() => project?.close());

test('accepts a token with a valid signature, and verifies it with Google once', async () => {
  const { verify, cached, browser, emulator } = open();
  const token = signed(claims);
  const times = { expiresAt: (now + 3600) * 1000, signedInAt: now * 1000 };
  const user = { uid: 'ann', name: 'Ann', email: 'ann@example.com', ...times };
  expect(await verify(token)).toEqual(user);
  const { length } = google.requests;
  expect(await verify(token)).toEqual(user);
  expect(cached(token)).toEqual(user);
  expect(google.requests).toHaveLength(length);
  expect(emulator).toBeUndefined();
  expect(browser).toEqual({
    apiKey: 'AIza',
    projectId: 'potluck-live',
    authDomain: 'potluck-live.firebaseapp.com',
    emulator: false,
  });
});

test('rejects forged, foreign and expired tokens', async () => {
  const { verify } = open();
  const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });
  const unsigned = [{ alg: 'none', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const bad: Record<string, string> = {
    unsigned: `${unsigned.join('.')}.`,
    'signed with another key': signed(claims, String(otherKey)),
    'with an unknown key id': signed(claims, keys.privateKey, { kid: 'key-2' }),
    'of another project': signed({ ...claims, aud: 'other' }),
    'of another issuer': signed({ ...claims, iss: 'https://securetoken.google.com/other' }),
    expired: signed({ ...claims, exp: now - 60 }),
  };
  for (const [why, token] of Object.entries(bad)) await expect(verify(token), why).rejects.toThrow(InvalidToken);
});

test('rejects tokens of revoked sessions, and of disabled and deleted accounts', async () => {
  const { verify } = open();
  google.account = { localId: 'ann', validSince: String(now + 60) };
  await expect(verify(signed({ ...claims, name: 'revoked' }))).rejects.toThrow(InvalidToken);
  google.account = { localId: 'ann', disabled: true };
  await expect(verify(signed({ ...claims, name: 'disabled' }))).rejects.toThrow(InvalidToken);
  google.account = undefined;
  await expect(verify(signed({ ...claims, name: 'deleted' }))).rejects.toThrow(InvalidToken);
});

test.each([
  ['revoked', { localId: 'ann', validSince: String(now + 60) }],
  ['disabled', { localId: 'ann', disabled: true }],
  ['deleted', undefined],
])('ends an open session that is %s', async (_how, account) => {
  const { verify, watch, cached, recheckSessions } = open();
  const token = signed(claims);
  const onEnded = vi.fn();
  watch(token, await verify(token), onEnded);
  recheckSessions();
  const before = google.requests.length;
  await vi.waitFor(() => expect(google.requests.length).toBeGreaterThan(before));
  expect(cached(token)?.uid).toBe('ann');
  google.account = account;
  recheckSessions();
  await vi.waitFor(() => expect(onEnded).toHaveBeenCalledOnce());
  expect(cached(token)).toBeUndefined();
});

test('reports an expired token as ExpiredToken, because a wrong clock may be the cause', async () => {
  await expect(open().verify(signed({ ...claims, exp: now - 60 }))).rejects.toThrow(ExpiredToken);
});

test('does not reject a token because Google does not respond', async () => {
  const { verify } = open();
  google.keys = false;
  await expect(verify(signed(claims))).rejects.toThrow(IdentityUnavailable);
  google.keys = true;
  google.accounts = false;
  await expect(verify(signed(claims))).rejects.toThrow(IdentityUnavailable);
  google.accounts = true;
  expect((await verify(signed(claims))).uid).toBe('ann');
});

test('checks at start that the service account can read the project', async () => {
  google.account = undefined;
  await open().ready();
  google.accounts = false;
  await expect(open().ready()).rejects.toThrow('FIREBASE_PROJECT_ID: the service account cannot read');
});

test('prints no warnings of the SDK at start', async () => {
  const warned = vi.spyOn(console, 'warn');
  // The SDK caches its client for an account.
  await open(JSON.stringify({ ...serviceAccount, client_email: 'quiet@potluck-live.iam.gserviceaccount.com' })).ready();
  expect(google.requests.some((url) => url.includes('/token'))).toBe(true);
  expect(warned).not.toHaveBeenCalled();
});

test.each([
  ['invalid JSON', '{ "private_key": top secret }'],
  ['an incomplete account', '{ "project_id": "potluck-live", "client_email": "a@b", "secret": "top secret" }'],
  ['a broken key', JSON.stringify({ ...serviceAccount, private_key: 'top secret' })],
])('reports %s as credentials in one line, without its content', async (_what, json) => {
  const refused: Error = await open(json)
    .ready()
    .catch((error) => error);
  expect(refused.message).toMatch(/^FIREBASE_CREDENTIALS: set the JSON text of a Firebase service account/);
  expect(refused.message).not.toMatch(/\n|top secret/);
});

test('reads the service account from a file', async () => {
  const file = join(project.folder, 'account.json');
  await writeFile(file, JSON.stringify(serviceAccount));
  const settings = { kind: 'firebase', projectId: 'potluck-live', apiKey: 'A', authDomain: 'x.example' } as const;
  const log = { info: () => undefined, warn: () => undefined };
  const identity = openIdentity({ ...settings, credentials: { kind: 'file', file } }, log, createLimits());
  expect((await identity.verify(signed(claims))).uid).toBe('ann');
  await identity.close();
  const missing = openIdentity(
    { ...settings, credentials: { kind: 'file', file: `${file}.missing` } },
    log,
    createLimits(),
  );
  await expect(missing.ready()).rejects.toThrow('GOOGLE_APPLICATION_CREDENTIALS: set the path');
  await missing.close();
});

test('does not start with an emulator host in the environment', async () => {
  process.env.FIREBASE_AUTH_EMULATOR_HOST = '127.0.0.1:9';
  try {
    await expect(open().ready()).rejects.toThrow('FIREBASE_AUTH_EMULATOR_HOST: unset it');
  } finally {
    delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
  }
});

test('requires an external emulator to respond at start', async () => {
  const log = { info: () => undefined, warn: () => undefined };
  const external = openIdentity({ kind: 'external-emulator', host: '127.0.0.1:9' }, log, createLimits());
  await expect(external.ready()).rejects.toThrow('FIREBASE_AUTH_EMULATOR_HOST: nothing answers at 127.0.0.1:9');
  await external.close();
});
