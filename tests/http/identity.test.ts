/** Sign-up, sign-in and sign-out with the embedded identity service, and its accounts on disk and after a crash. */

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  deleteUser,
  GoogleAuthProvider,
  sendPasswordResetEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  updateEmail,
  updatePassword,
  updateProfile,
  validatePassword,
  verifyPasswordResetCode,
} from 'firebase/auth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmulatorProcess } from '../../server/identity/emulator/emulator-process.ts';
import { InvalidToken } from '../../server/identity/identity.ts';
import { accountsPath, type EmbeddedIdentity, openEmbeddedIdentity, password } from '../support/embedded-identity.ts';
import { lastLetter } from '../support/letters.ts';
import { nextSecond } from '../support/next-second.ts';

let embedded: EmbeddedIdentity;

/** The code of a link to a new password. */
const codeOf = (link: URL): string => new URLSearchParams(link.hash.slice(1)).get('oobCode') ?? '';

beforeAll(async () => {
  embedded = await openEmbeddedIdentity();
});

afterAll(() => embedded?.close());

describe('the SDK in the browser', () => {
  test('registers a user with a name and picture, who is identified by the token', async () => {
    const { user } = await embedded.register('Ann@Example.com');
    await updateProfile(user, { displayName: 'Ann', photoURL: 'https://example.com/ann.png' });
    const token = await user.getIdToken(true);
    expect(embedded.identity().cached(token)).toBeUndefined();
    const verified = await embedded.identity().verify(token);
    expect(verified).toMatchObject({
      uid: user.uid,
      name: 'Ann',
      email: 'ann@example.com',
      picture: 'https://example.com/ann.png',
    });
    expect(verified.expiresAt).toBeGreaterThan(Date.now() + 50 * 60_000);
    expect(verified.expiresAt).toBeLessThanOrEqual(Date.now() + 60 * 60_000);
    expect(embedded.identity().cached(token)).toBe(verified);
  });

  test('reports errors with the codes of Firebase', async () => {
    await embedded.register('bob@example.com');
    const auth = embedded.openSdk();
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
    // The same code for a wrong password and an unknown email does not reveal who has an account.
    for (const email of ['bob@example.com', 'unknown@example.com']) {
      await expect(signInWithEmailAndPassword(auth, email, 'wrong password')).rejects.toEqual(
        coded('invalid-credential'),
      );
    }
  });

  test('ends other sessions on a new password, and keeps its own', async () => {
    const own = await embedded.register('cleo@example.com');
    const otherBrowser = embedded.openSdk();
    const other = (await signInWithEmailAndPassword(otherBrowser, 'cleo@example.com', password)).user;
    const oldToken = await other.getIdToken();
    await nextSecond();
    await updatePassword(own.user, 'new and longer');

    await embedded.identity().verify(await own.user.getIdToken(true));
    await expect(other.getIdToken(true)).rejects.toMatchObject({ code: 'auth/user-token-expired' });
    await expect(embedded.identity().verify(oldToken)).rejects.toThrow(InvalidToken);
    await expect(signInWithEmailAndPassword(embedded.openSdk(), 'cleo@example.com', password)).rejects.toThrow();
    await signInWithEmailAndPassword(embedded.openSdk(), 'cleo@example.com', 'new and longer');
  });

  test('changes the email of an account, and deletes the account', async () => {
    const { user } = await embedded.register('dora@example.com');
    await updateEmail(user, 'dora@example.org');
    await signInWithEmailAndPassword(embedded.openSdk(), 'dora@example.org', password);
    const token = await user.getIdToken(true);
    await deleteUser(user);
    await expect(embedded.identity().verify(token)).rejects.toThrow(InvalidToken);
    await embedded.register('dora@example.org');
  });

  test('signs in with Google, and lists the account in the sign-in window with its name escaped', async () => {
    const claims = { sub: '4711', email: 'eve@gmail.com', email_verified: true, name: 'Eve <img src=x onerror=1>' };
    const { user } = await signInWithCredential(
      embedded.openSdk(),
      GoogleAuthProvider.credential(JSON.stringify(claims)),
    );
    expect((await embedded.identity().verify(await user.getIdToken())).email).toBe('eve@gmail.com');
    const query = 'apiKey=k&appName=a&authType=signInViaPopup&providerId=google.com&eventId=1';
    const page = await fetch(`${embedded.origin}/emulator/auth/handler?${query}`);
    const html = await page.text();
    expect(page.headers.get('content-type')).toMatch('text/html');
    expect(page.headers.get('content-security-policy')).toMatch("default-src 'none'");
    expect(html).toContain('eve@gmail.com');
    expect(html).not.toContain('<img src=x');
    const frame = await fetch(`${embedded.origin}/emulator/auth/iframe?apiKey=k&appName=a`);
    expect(await frame.text()).toContain('Auth Emulator Helper Iframe');
  });

  test('rejects a sign-in by redirect, whose page would run a script from the link', async () => {
    for (const authType of [
      'authType=signInViaRedirect',
      'authType=unknown',
      '',
      'authType=signInViaPopup&authType=x',
    ]) {
      const query = `apiKey=k&appName=a&providerId=google.com&redirectUrl=javascript:alert(1)&${authType}`;
      expect((await fetch(`${embedded.origin}/emulator/auth/handler?${query}`)).status, authType).toBe(400);
    }
  });

  test('resets a forgotten password with the link that the server writes to its folder and passes on', async () => {
    await embedded.register('finn@example.com');
    await sendPasswordResetEmail(embedded.openSdk(), 'finn@example.com');
    const email = await lastLetter(join(embedded.folder, 'accounts'));
    const link = new URL(/^http\S+$/m.exec(email)?.[0] ?? '');
    expect(embedded.emails.at(-1)).toMatchObject({ to: 'finn@example.com', link: link.href });
    expect(`${link.origin}${link.pathname}`).toBe(`${embedded.origin}/reset-password`);
    const sdk = embedded.openSdk();
    const code = codeOf(link);
    expect(await verifyPasswordResetCode(sdk, code)).toBe('finn@example.com');
    await confirmPasswordReset(sdk, code, 'remembered');
    await expect(verifyPasswordResetCode(sdk, code)).rejects.toMatchObject({ code: 'auth/invalid-action-code' });
    await signInWithEmailAndPassword(embedded.openSdk(), 'finn@example.com', 'remembered');
  });

  test('sends nobody who follows the link of an email to another site', async () => {
    await embedded.register('hal@example.com');
    await sendPasswordResetEmail(embedded.openSdk(), 'hal@example.com');
    const email = await lastLetter(join(embedded.folder, 'accounts'));
    const code = codeOf(new URL(/^http\S+$/m.exec(email)?.[0] ?? ''));
    const query = `mode=resetPassword&apiKey=k&oobCode=${code}&newPassword=remembered&continueUrl=https://elsewhere.example`;
    const response = await fetch(`${embedded.origin}/emulator/action?${query}`, { redirect: 'manual' });
    expect([response.status, await response.text()]).toEqual([200, expect.not.stringContaining('elsewhere')]);
  });
});

test('checks all sessions after each call that can end sessions, and after no other', async () => {
  const rechecksDuring = async (work: () => Promise<unknown>) => {
    const before = embedded.rechecks();
    await work();
    // The check that follows a response is complete when the next response arrives.
    await fetch(`${embedded.origin}/emulator/auth/iframe?apiKey=k&appName=a`);
    return embedded.rechecks() - before;
  };
  const { user } = await embedded.register('gus@example.com');
  const requestResetCode = async (address: string) => {
    await sendPasswordResetEmail(embedded.openSdk(), address);
    const email = await lastLetter(join(embedded.folder, 'accounts'));
    return codeOf(new URL(/^http\S+$/m.exec(email)?.[0] ?? ''));
  };
  const signIn = (secret: string) => signInWithEmailAndPassword(embedded.openSdk(), 'gus@example.com', secret);
  expect(await rechecksDuring(() => signIn(password))).toBe(0);
  expect(await rechecksDuring(() => signIn('a guess').catch(() => undefined))).toBe(0);
  expect(await rechecksDuring(() => updatePassword(user, 'new and longer'))).toBe(1);
  const [first, second] = [await requestResetCode('gus@example.com'), await requestResetCode('gus@example.com')];
  const action = `${embedded.origin}/emulator/action?mode=resetPassword&apiKey=k&lang=en`;
  expect(await rechecksDuring(() => fetch(`${action}&oobCode=${first}&newPassword=remembered`))).toBe(1);
  expect(await rechecksDuring(() => confirmPasswordReset(embedded.openSdk(), second, 'again remembered'))).toBe(1);
  const { user: again } = await signIn('again remembered');
  expect(await rechecksDuring(() => deleteUser(again))).toBe(1);
});

test('the emulator’s own port responds only on its secret path', async () => {
  const base = await embedded.emulator().base(10_000);
  const port = new URL(base).port;
  const guess = await fetch(`http://127.0.0.1:${port}/`, { headers: { authorization: 'Bearer owner' } });
  expect(guess.status).toBe(404);
  expect((await fetch(`${base}/`)).status).toBe(200);
});

describe('on disk', () => {
  test('accounts are readable by their owner only', async () => {
    const dir = join(embedded.folder, 'accounts');
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    const files = await readdir(dir);
    expect(files).toContain('accounts.sqlite');
    for (const file of files) expect((await stat(join(dir, file))).mode & 0o077, file).toBe(0);
  });

  test('a second emulator does not start on the same folder, and reports why', async () => {
    const second = new EmulatorProcess({
      projectId: 'demo-potluck',
      dir: join(embedded.folder, 'accounts'),
      log: { info: () => undefined, warn: () => undefined },
    });
    await expect(second.ready()).rejects.toThrow(
      `The accounts in ${join(embedded.folder, 'accounts')} cannot be served`,
    );
    await second.close();
  });
});

describe('after a crash', () => {
  test('the emulator restarts with all changes, and a sign-in or a session continues after a pause', async () => {
    const { user } = await embedded.register('jon@example.com');
    await updateProfile(user, { displayName: 'Jon' });
    const { user: lea } = await embedded.register('lea@example.com');
    const change = { email: 'lea@example.org', password: 'new and longer' };
    await embedded.identity().accounts.change(lea.uid, change);
    const { pid } = embedded.emulator();
    if (pid === undefined) throw new Error('No emulator is running');
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => embedded.emulator().pid !== pid).toBe(true);
    await signInWithEmailAndPassword(embedded.openSdk(), 'jon@example.com', password);
    const verified = await embedded.identity().verify(await user.getIdToken(true));
    expect(verified.name).toBe('Jon');
    await signInWithEmailAndPassword(embedded.openSdk(), change.email, change.password);
    await expect(signInWithEmailAndPassword(embedded.openSdk(), change.email, password)).rejects.toThrow();
    expect(embedded.warnings.join()).toContain('SIGKILL');
  });

  test('the SDK stays signed in while the emulator is down, as after a lost connection', async () => {
    const { user, auth } = await embedded.register('kim@example.com');
    await embedded.identity().close();
    await expect(user.reload()).rejects.toMatchObject({ code: 'auth/network-request-failed' });
    expect(auth.currentUser).toBe(user);
    const response = await embedded.call(`${accountsPath}:lookup?key=k`, { idToken: 'x' });
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    embedded.reopenIdentity();
    await user.reload();
    await embedded.identity().verify(await user.getIdToken(true));
  });
});
