/** Embedded identity as a browser and an operator see it: the real SDK, through the server, with a real emulator. */
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { initializeApp } from 'firebase/app';
import {
  type Auth,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  sendPasswordResetEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  updateEmail,
  updatePassword,
  updateProfile,
  validatePassword,
} from 'firebase/auth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerErrors } from '../../server/http/errors.ts';
import { registerIdentityEmulator } from '../../server/http/plugins/identity-emulator.ts';
import { EmulatorProcess } from '../../server/identity/emulator/emulator-process.ts';
import { emulatorIdentity } from '../../server/identity/emulator-identity.ts';
import { type Identity, InvalidToken } from '../../server/identity/identity.ts';

const warnings: string[] = [];
let folder: string;
let emulator: EmulatorProcess;
let identity: Identity;
let server: Server;
let origin: string;

function open(): void {
  emulator = new EmulatorProcess({
    projectId: 'demo-potluck',
    dir: join(folder, 'accounts'),
    log: { info: () => undefined, warn: (line) => void warnings.push(line) },
  });
  identity = emulatorIdentity(emulator);
}

interface Server {
  listen(): Promise<string>;
  /** The status of a GET that names another host than the server's own. */
  asHost(host: string, url: string): Promise<number>;
  close(): Promise<void>;
}

async function openServer(): Promise<Server> {
  const app = Fastify({ forceCloseConnections: true });
  registerErrors(app);
  // The emulator of the moment, so that the server outlives it in these tests.
  await registerIdentityEmulator(app, { base: (waitMs) => emulator.base(waitMs) });
  return {
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    asHost: (host, url) => app.inject({ url, headers: { host } }).then(({ statusCode }) => statusCode),
    close: () => app.close(),
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-identity-'));
  open();
  server = await openServer();
  origin = await server.listen();
  await identity.ready();
});

afterAll(async () => {
  await server.close();
  await identity.close();
  await rm(folder, { recursive: true });
});

let browsers = 0;
/** What a page does with the configuration that the server gives it. */
function browser(): Auth {
  const { apiKey, projectId, authDomain } = identity.browser;
  browsers += 1;
  const sdk = initializeApp({ apiKey, projectId, ...(authDomain && { authDomain }) }, `browser-${browsers}`);
  const auth = initializeAuth(sdk, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, origin, { disableWarnings: true });
  return auth;
}

const password = 'correct horse';
const register = async (email: string) => {
  const auth = browser();
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  return { auth, user };
};

const call = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const accounts = '/identitytoolkit.googleapis.com/v1/accounts';

describe('in the browser', () => {
  test('one registers, names himself and is known by his token', async () => {
    const { user } = await register('Ann@Example.com');
    await updateProfile(user, { displayName: 'Ann', photoURL: 'https://example.com/ann.png' });
    const token = await user.getIdToken(true);
    expect(identity.cached(token)).toBeUndefined();
    const known = await identity.verify(token);
    expect(known).toMatchObject({
      uid: user.uid,
      name: 'Ann',
      email: 'ann@example.com',
      picture: 'https://example.com/ann.png',
    });
    expect(known.expiresAt).toBeGreaterThan(Date.now() + 50 * 60_000);
    expect(known.expiresAt).toBeLessThanOrEqual(Date.now() + 60 * 60_000);
    expect(identity.cached(token)).toBe(known);
  });

  test('what goes wrong is said with the codes that Firebase uses', async () => {
    await register('bob@example.com');
    const auth = browser();
    const coded = (code: string) => expect.objectContaining({ code: `auth/${code}` });
    await expect(createUserWithEmailAndPassword(auth, 'bob@example.com', password)).rejects.toEqual(
      coded('email-already-in-use'),
    );
    await expect(createUserWithEmailAndPassword(auth, 'new@example.com', 'short')).rejects.toEqual(
      coded('weak-password'),
    );
    expect(await validatePassword(auth, 'short')).toMatchObject({ isValid: false, meetsMinPasswordLength: false });
    expect(await validatePassword(auth, password)).toMatchObject({ isValid: true });
    await expect(createUserWithEmailAndPassword(auth, 'nobody', password)).rejects.toEqual(coded('invalid-email'));
    // The same for a wrong password and an unknown address: nobody can find out who has an account.
    for (const email of ['bob@example.com', 'unknown@example.com']) {
      await expect(signInWithEmailAndPassword(auth, email, 'wrong password')).rejects.toEqual(
        coded('invalid-credential'),
      );
    }
  });

  test('a new password ends the other sessions and keeps this one', async () => {
    const here = await register('cleo@example.com');
    const elsewhere = browser();
    const other = (await signInWithEmailAndPassword(elsewhere, 'cleo@example.com', password)).user;
    const oldToken = await other.getIdToken();
    // The emulator's clock for sessions ticks in seconds.
    const second = Math.floor(Date.now() / 1000);
    await expect.poll(() => Math.floor(Date.now() / 1000), { timeout: 2_000 }).toBeGreaterThan(second);
    await updatePassword(here.user, 'new and longer');

    await identity.verify(await here.user.getIdToken(true));
    await expect(other.getIdToken(true)).rejects.toMatchObject({ code: 'auth/user-token-expired' });
    await expect(identity.verify(oldToken)).rejects.toThrow(InvalidToken);
    await expect(signInWithEmailAndPassword(browser(), 'cleo@example.com', password)).rejects.toThrow();
    await signInWithEmailAndPassword(browser(), 'cleo@example.com', 'new and longer');
  });

  test('one changes his address, and an account that was deleted is gone', async () => {
    const { user } = await register('dora@example.com');
    await updateEmail(user, 'dora@example.org');
    await signInWithEmailAndPassword(browser(), 'dora@example.org', password);
    const token = await user.getIdToken(true);
    await deleteUser(user);
    await expect(identity.verify(token)).rejects.toThrow(InvalidToken);
    await register('dora@example.org');
  });

  test('one signs in with Google, and the sign-in window offers the account again, without markup', async () => {
    const claims = { sub: '4711', email: 'eve@gmail.com', email_verified: true, name: 'Eve <img src=x onerror=1>' };
    const { user } = await signInWithCredential(browser(), GoogleAuthProvider.credential(JSON.stringify(claims)));
    expect((await identity.verify(await user.getIdToken())).email).toBe('eve@gmail.com');
    const query = 'apiKey=k&appName=a&authType=signInViaPopup&providerId=google.com&eventId=1';
    const page = await fetch(`${origin}/emulator/auth/handler?${query}`);
    const html = await page.text();
    expect(page.headers.get('content-type')).toMatch('text/html');
    expect(page.headers.get('content-security-policy')).toMatch("default-src 'none'");
    expect(html).toContain('eve@gmail.com');
    expect(html).not.toContain('<img src=x');
    const frame = await fetch(`${origin}/emulator/auth/iframe?apiKey=k&appName=a`);
    expect(await frame.text()).toContain('Auth Emulator Helper Iframe');
  });

  test('a sign-in that would lead away from here is refused: its page would run what the link says', async () => {
    for (const authType of [
      'authType=signInViaRedirect',
      'authType=unknown',
      '',
      'authType=signInViaPopup&authType=x',
    ]) {
      const query = `apiKey=k&appName=a&providerId=google.com&redirectUrl=javascript:alert(1)&${authType}`;
      expect((await fetch(`${origin}/emulator/auth/handler?${query}`)).status, authType).toBe(400);
    }
  });

  test('a forgotten password is set anew with the letter that the owner of the machine finds', async () => {
    await register('finn@example.com');
    await sendPasswordResetEmail(browser(), 'finn@example.com');
    const letter = await readFile(join(folder, 'accounts', 'last-letter.txt'), 'utf8');
    const link = /^http\S+$/m.exec(letter)?.[0] ?? '';
    expect(link).toMatch(`${origin}/emulator/action?mode=resetPassword`);
    const answer = await fetch(`${link}&newPassword=remembered&continueUrl=https://example.com`, {
      redirect: 'manual',
    });
    expect(answer.status).toBe(200);
    await signInWithEmailAndPassword(browser(), 'finn@example.com', 'remembered');
  });
});

describe('nobody gets past the browser’s own calls', () => {
  test.each([
    ['GET', '/emulator/v1/projects/demo-potluck/config'],
    ['DELETE', '/emulator/v1/projects/demo-potluck/accounts'],
    ['GET', '/emulator/v1/projects/demo-potluck/oobCodes'],
    ['GET', '/identitytoolkit.googleapis.com/v1/projects/demo-potluck/accounts:batchGet'],
    ['POST', '/identitytoolkit.googleapis.com/v1/projects/demo-potluck/accounts'],
    ['POST', '/identitytoolkit.googleapis.com/v1/projects/demo-potluck/accounts:query'],
    ['POST', '/identitytoolkit.googleapis.com/v1/projects/demo-potluck/accounts:lookup'],
    ['POST', `${accounts}:signInWithCustomToken`],
    ['POST', `${accounts}:signInWithEmailLink`],
    ['POST', `${accounts}:sendVerificationCode`],
    ['GET', `${accounts}:lookup`],
    ['OPTIONS', `${accounts}:lookup`],
    ['POST', '/www.googleapis.com/identitytoolkit/v3/relyingparty/downloadAccount'],
    ['GET', '/emulator/openapi.json'],
  ])('%s %s does not exist', async (method, path) => {
    const post = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
    const answer = await fetch(`${origin}${path}`, { method, ...post });
    expect(answer.status).toBe(404);
  });

  test('an administrator’s token is refused on the browser’s calls', async () => {
    const { user } = await register('gus@example.com');
    const answer = await call(`${accounts}:lookup?key=k`, { localId: [user.uid] }, { authorization: 'Bearer owner' });
    expect(answer.status).toBe(403);
  });

  test('the password never comes back, and no tenant or anonymous account can be made', async () => {
    const { user } = await register('hal@example.com');
    const answer = await call(`${accounts}:lookup?key=k`, { idToken: await user.getIdToken() });
    const body = await answer.text();
    expect(body).toContain('hal@example.com');
    expect(body).not.toContain(password);
    expect((await call(`${accounts}:signUp?key=k`, { returnSecureToken: true })).status).toBe(400);
    const inTenant = { email: 'i@example.com', password, tenantId: 't' };
    expect((await call(`${accounts}:signUp?key=k`, inTenant)).status).toBe(400);
  });

  test('pages of other machines are refused, and nothing is allowed across origins', async () => {
    const foreign = await call(`${accounts}:signUp?key=k`, {}, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect((await foreign.json()).message).toMatch(`open it at http://localhost:${new URL(origin).port}`);
    expect(await server.asHost('evil.example:5000', '/emulator/auth/iframe')).toBe(403);
    const own = await call(`${accounts}:lookup?key=k`, {}, { origin });
    expect(own.status).toBe(400);
    expect(own.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('a body over the limit is refused', async () => {
    const answer = await call(`${accounts}:signUp?key=k`, { email: 'x'.repeat(70_000) });
    expect(answer.status).toBe(413);
  });

  test('the emulator’s own port answers only to who knows its path', async () => {
    const base = await emulator.base(1_000);
    const port = new URL(base).port;
    const guess = await fetch(`http://127.0.0.1:${port}/`, { headers: { authorization: 'Bearer owner' } });
    expect(guess.status).toBe(404);
    expect((await fetch(`${base}/`)).status).toBe(200);
  });
});

describe('a token is refused', () => {
  const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const claims = (uid: string) => ({
    iss: 'https://securetoken.google.com/demo-potluck',
    aud: 'demo-potluck',
    sub: uid,
    user_id: uid,
    iat: now,
    auth_time: now + 10,
    exp: now + 3600,
    firebase: { identities: {}, sign_in_provider: 'password' },
  });
  const unsigned = (payload: object, header: object = { alg: 'none', typ: 'JWT' }): string =>
    `${encoded(header)}.${encoded(payload)}.`;

  test('when its account does not exist, or it is for others, too old, or signed', async () => {
    const { user } = await register('ida@example.com');
    const good = claims(user.uid);
    expect((await identity.verify(unsigned(good))).uid).toBe(user.uid);
    const bad: Record<string, string> = {
      'unknown account': unsigned(claims('nobody')),
      'another project': unsigned({ ...good, aud: 'demo-other' }),
      'another issuer': unsigned({ ...good, iss: 'https://securetoken.google.com/demo-other' }),
      expired: unsigned({ ...good, exp: now - 1 }),
      'no account': unsigned({ ...good, sub: '' }),
      'another algorithm': `${unsigned(good, { alg: 'HS256', typ: 'JWT', kid: '1' })}c2lnbmVk`,
      'no JSON': 'bm90LWpzb24.bm90LWpzb24.',
      'from before its account was made': unsigned({ ...good, auth_time: now - 1_000_000 }),
    };
    for (const [why, token] of Object.entries(bad)) {
      await expect(identity.verify(token), why).rejects.toThrow(InvalidToken);
    }
  });
});

describe('on disk', () => {
  test('accounts are for their owner only', async () => {
    const dir = join(folder, 'accounts');
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    const files = await readdir(dir);
    expect(files).toContain('accounts.sqlite');
    for (const file of files) expect((await stat(join(dir, file))).mode & 0o777, file).toBe(0o600);
  });

  test('a second emulator is refused the same folder, with a line that says so', async () => {
    const second = new EmulatorProcess({
      projectId: 'demo-potluck',
      dir: join(folder, 'accounts'),
      log: { info: () => undefined, warn: () => undefined },
    });
    await expect(second.ready()).rejects.toThrow(`The accounts in ${join(folder, 'accounts')} cannot be served`);
    await second.close();
  });
});

describe('after a crash', () => {
  test('the emulator is started again; whoever is signed in or just signing in notices a pause at most', async () => {
    const { user } = await register('jon@example.com');
    await updateProfile(user, { displayName: 'Jon' });
    const { pid } = emulator;
    if (pid === undefined) throw new Error('No emulator is running');
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => emulator.pid !== pid).toBe(true);
    await signInWithEmailAndPassword(browser(), 'jon@example.com', password);
    const known = await identity.verify(await user.getIdToken(true));
    expect(known.name).toBe('Jon');
    expect(warnings.join()).toContain('SIGKILL');
  });

  test('while it is away, the SDK takes that for a lost connection and stays signed in', async () => {
    const { user, auth } = await register('kim@example.com');
    await identity.close();
    await expect(user.reload()).rejects.toMatchObject({ code: 'auth/network-request-failed' });
    expect(auth.currentUser).toBe(user);
    const answer = await call(`${accounts}:lookup?key=k`, { idToken: 'x' });
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    open();
    await user.reload();
    await identity.verify(await user.getIdToken(true));
  });
});
