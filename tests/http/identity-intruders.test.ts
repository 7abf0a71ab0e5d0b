import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Emulator } from '../../server/identity/emulator-identity.ts';
import { InvalidToken } from '../../server/identity/identity.ts';
import { accountsPath, type EmbeddedIdentity, openIdentityAt, password } from '../support/embedded-identity.ts';

let embedded: EmbeddedIdentity<Emulator>;

beforeAll(async () => {
  embedded = await openIdentityAt(inject('accountsHost'));
});

afterAll(() => embedded?.close());

describe('the identity endpoints', () => {
  test.each([
    ['GET', '/emulator/v1/projects/demo-potluck/config'],
    ['DELETE', '/emulator/v1/projects/demo-potluck/accounts'],
    ['GET', '/emulator/v1/projects/demo-potluck/oobCodes'],
    ['GET', '/identitytoolkit.googleapis.com/v1/projects/demo-potluck/accounts:batchGet'],
    ['POST', '/identitytoolkit.googleapis.com/v1/projects/demo-potluck/accounts'],
    ['POST', '/identitytoolkit.googleapis.com/v1/projects/demo-potluck/accounts:query'],
    ['POST', '/identitytoolkit.googleapis.com/v1/projects/demo-potluck/accounts:lookup'],
    ['POST', `${accountsPath}:signInWithCustomToken`],
    ['POST', `${accountsPath}:signInWithEmailLink`],
    ['POST', `${accountsPath}:sendVerificationCode`],
    ['GET', `${accountsPath}:lookup`],
    ['OPTIONS', `${accountsPath}:lookup`],
    ['POST', '/www.googleapis.com/identitytoolkit/v3/relyingparty/downloadAccount'],
    ['GET', '/emulator/openapi.json'],
  ])('%s %s is a 404', async (method, path) => {
    const post = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
    const response = await fetch(`${embedded.origin}${path}`, { method, ...post });
    expect(response.status).toBe(404);
  });

  test('an administrator’s token is rejected', async () => {
    const { user } = await embedded.register('gus@example.com');
    const response = await embedded.call(
      `${accountsPath}:lookup?key=k`,
      { localId: [user.uid] },
      { authorization: 'Bearer owner' },
    );
    expect(response.status).toBe(403);
  });

  test('never return the password, and create no tenant or anonymous account', async () => {
    const { user } = await embedded.register('hal@example.com');
    const response = await embedded.call(`${accountsPath}:lookup?key=k`, { idToken: await user.getIdToken() });
    const body = await response.text();
    expect(body).toContain('hal@example.com');
    expect(body).not.toContain(password);
    expect((await embedded.call(`${accountsPath}:signUp?key=k`, { returnSecureToken: true })).status).toBe(400);
    const inTenant = { email: 'i@example.com', password, tenantId: 't' };
    expect((await embedded.call(`${accountsPath}:signUp?key=k`, inTenant)).status).toBe(400);
  });

  test('reject pages of other origins, and allow no cross-origin access', async () => {
    const foreign = await embedded.call(`${accountsPath}:signUp?key=k`, {}, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect((await foreign.json()).message).toMatch(`open it at http://localhost:${new URL(embedded.origin).port}`);
    expect(await embedded.statusForHost('evil.example:5000', '/emulator/auth/iframe')).toBe(403);
    const own = await embedded.call(`${accountsPath}:lookup?key=k`, {}, { origin: embedded.origin });
    expect(own.status).toBe(400);
    expect(own.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('a body over the limit is a 413', async () => {
    const response = await embedded.call(`${accountsPath}:signUp?key=k`, { email: 'x'.repeat(70_000) });
    expect(response.status).toBe(413);
  });
});

describe('a token is rejected', () => {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  /** @param now in seconds; a sign-in must not be older than the account */
  const claims = (uid: string, now: number) => ({
    iss: 'https://securetoken.google.com/demo-potluck',
    aud: 'demo-potluck',
    sub: uid,
    user_id: uid,
    iat: now,
    auth_time: now,
    exp: now + 3600,
    firebase: { identities: {}, sign_in_provider: 'password' },
  });
  const unsigned = (payload: object, header: object = { alg: 'none', typ: 'JWT' }): string =>
    `${encode(header)}.${encode(payload)}.`;

  test('if its account does not exist, or it is from another project, too old or signed', async () => {
    const { user } = await embedded.register('ida@example.com');
    const now = Math.floor(Date.now() / 1000);
    const good = claims(user.uid, now);
    expect((await embedded.identity().verify(unsigned(good))).uid).toBe(user.uid);
    const bad: Record<string, string> = {
      'unknown account': unsigned(claims('nobody', now)),
      'another project': unsigned({ ...good, aud: 'demo-other' }),
      'another issuer': unsigned({ ...good, iss: 'https://securetoken.google.com/demo-other' }),
      expired: unsigned({ ...good, exp: now - 1 }),
      'no account': unsigned({ ...good, sub: '' }),
      'another algorithm': `${unsigned(good, { alg: 'HS256', typ: 'JWT', kid: '1' })}c2lnbmVk`,
      'not JSON': 'bm90LWpzb24.bm90LWpzb24.',
      'older than its account': unsigned({ ...good, auth_time: now - 1_000_000 }),
    };
    for (const [why, token] of Object.entries(bad)) {
      await expect(embedded.identity().verify(token), why).rejects.toThrow(InvalidToken);
    }
  });
});
