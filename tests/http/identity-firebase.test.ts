/** Tokens of a Firebase project, and how a server that starts finds out whether it can check them. */
import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ExpiredToken, IdentityUnavailable, InvalidToken } from '../../server/identity/identity.ts';
import { openIdentity } from '../../server/identity/open-identity.ts';
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

test('a token with a good signature is accepted, and asked about once', async () => {
  const { verify, cached, browser, emulator } = open();
  const token = signed(claims);
  const times = { expiresAt: (now + 3600) * 1000, signedInAt: now * 1000 };
  const user = { uid: 'ann', name: 'Ann', email: 'ann@example.com', ...times };
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

test.each([
  ['revoked', { localId: 'ann', validSince: String(now + 60) }],
  ['disabled', { localId: 'ann', disabled: true }],
  ['deleted', undefined],
])('a session that is %s while it is open ends', async (_how, account) => {
  const { verify, watch, cached, recheck } = open();
  const token = signed(claims);
  const onEnded = vi.fn();
  watch(token, await verify(token), onEnded);
  recheck();
  const asked = google.asked.length;
  await vi.waitFor(() => expect(google.asked.length).toBeGreaterThan(asked));
  expect(cached(token)?.uid).toBe('ann');
  google.account = account;
  recheck();
  await vi.waitFor(() => expect(onEnded).toHaveBeenCalledOnce());
  expect(cached(token)).toBeUndefined();
});

test('an expired token is known as such: by a clock that may be wrong', async () => {
  await expect(open().verify(signed({ ...claims, exp: now - 60 }))).rejects.toThrow(ExpiredToken);
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
  const file = join(project.folder, 'account.json');
  await writeFile(file, JSON.stringify(serviceAccount));
  const settings = { kind: 'firebase', projectId: 'potluck-live', apiKey: 'A', authDomain: 'x.example' } as const;
  const log = { info: () => undefined, warn: () => undefined };
  const identity = openIdentity({ ...settings, credentials: { kind: 'file', file } }, log);
  expect((await identity.verify(signed(claims))).uid).toBe('ann');
  await identity.close();
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
