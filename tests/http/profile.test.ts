/** Profiles with the accounts behind them, on the embedded identity service as it runs. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventLog, EventLogUnavailable } from '../../server/event-log/event-log.ts';
import { EmulatorProcess } from '../../server/identity/emulator/emulator-process.ts';
import { emulatorIdentity } from '../../server/identity/emulator-identity.ts';
import { type Accounts, type Identity, IdentityUnavailable } from '../../server/identity/identity.ts';
import { bytesOf, pictures } from '../fixtures/pictures.ts';
import { injectChecked } from '../support/checked-inject.ts';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';

const password = 'butter and salt';
const newPassword = 'vinegar and oil';
const accountCalls = '/identitytoolkit.googleapis.com/v1/accounts';

let folder: string;
let emulator: EmulatorProcess;
let identity: Identity;
let running: EmbeddedApp;
const logged: string[] = [];
/** So many of the next appends find the log away. */
let failingAppends = 0;
/** Whether the identity service answers when an account is to be changed. */
let changesAccounts = true;

const sometimesAway = (log: EventLog): EventLog => ({
  ...log,
  readStream: (...read) => log.readStream(...read),
  append: async (...appended) => {
    if (failingAppends > 0) {
      failingAppends -= 1;
      throw new EventLogUnavailable('away');
    }
    return log.append(...appended);
  },
});

const sometimesChanged: Accounts['change'] = async (...changed) => {
  if (!changesAccounts) throw new IdentityUnavailable('away');
  return identity.accounts.change(...changed);
};

const openApp = () =>
  openEmbeddedApp(folder, [], {
    identity: { ...identity, accounts: { ...identity.accounts, change: sometimesChanged } },
    logAs: sometimesAway,
    logger: pino({ level: 'trace' }, { write: (line) => void logged.push(line) }),
  });

function openIdentity(): void {
  const log = { info: (line: string) => void logged.push(line), warn: (line: string) => void logged.push(line) };
  emulator = new EmulatorProcess({ projectId: 'demo-potluck', dir: join(folder, 'accounts'), log });
  identity = emulatorIdentity(emulator);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-profile-'));
  openIdentity();
  running = await openApp();
  await identity.ready();
});

beforeEach(() => {
  failingAppends = 0;
  changesAccounts = true;
});

afterAll(async () => {
  await running.close();
  await identity.close();
  await rm(folder, { recursive: true });
});

const signIn = async (email: string, word: string, call = 'signInWithPassword') => {
  const payload = { email, password: word, returnSecureToken: true };
  const answer = await running.app.inject({ method: 'POST', url: `${accountCalls}:${call}?key=k`, payload });
  return { status: answer.statusCode, ...answer.json<{ idToken: string; localId: string; refreshToken: string }>() };
};

let people = 0;
async function register(username = 'Mia') {
  const email = `mia${++people}@example.org`;
  const { idToken, localId } = await signIn(email, password, 'signUp');
  const mia = { email, uid: localId, ...as(idToken) };
  expect((await mia.put({ username })).statusCode).toBe(200);
  return mia;
}

const as = (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  const url = '/api/users/profile';
  return {
    headers,
    get: () => injectChecked(running.app, { url, headers }),
    put: (payload: object, key?: string) =>
      injectChecked(running.app, {
        method: 'PUT',
        url,
        payload,
        headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
      }),
  };
};

describe('a profile', () => {
  it('tells name, email, whether there is a password and since when the account exists', async () => {
    const mia = await register();
    const { memberSince, ...profile } = (await mia.get()).json();
    expect(profile).toEqual({ username: 'Mia', email: mia.email, avatar: null, hasPassword: true });
    expect(Math.abs(Date.parse(memberSince) - Date.now())).toBeLessThan(60_000);
    expect((await injectChecked(running.app, { url: '/api/users/profile' })).json()).toMatchObject({
      statusCode: 401,
      message: 'Please log in to see your profile',
    });
  });

  it('takes another name, which the next token tells too', async () => {
    const mia = await register();
    const saved = await mia.put({ username: 'Maria', email: mia.email, currentPassword: '', newPassword: '' });
    expect(saved.json()).toMatchObject({ username: 'Maria', email: mia.email });
    const { idToken } = await signIn(mia.email, password);
    expect((await identity.verify(idToken)).name).toBe('Maria');
  });
});

describe('email and password', () => {
  it('change together with the name; the old ones are of no use any more, and one signs in with the new ones', async () => {
    const mia = await register();
    const email = `new-${mia.email}`;
    const form = { username: 'Maria', email, currentPassword: password, newPassword };
    const saved = await mia.put(form);
    expect([saved.statusCode, saved.json()]).toMatchObject([200, { username: 'Maria', email, hasPassword: true }]);
    expect((await signIn(mia.email, password)).status).toBe(400);
    expect((await signIn(email, password)).status).toBe(400);
    const { idToken } = await signIn(email, newPassword);
    expect((await as(idToken).get()).json()).toMatchObject({ username: 'Maria', email });
  });

  it('that were changed elsewhere need no password in a form that leaves them as they are now', async () => {
    const mia = await register();
    const email = `new-${mia.email}`;
    await mia.put({ email, currentPassword: password });
    // With the old token, which tells the old email.
    expect((await mia.put({ username: 'Maria', email })).statusCode).toBe(200);
    expect(await factsOf(mia.uid)).toEqual(['ProfileCreated', 'EmailChanged', 'ProfileRevised']);
  });

  it('end the other sessions at once', async () => {
    const mia = await register();
    const other = as((await signIn(mia.email, password)).idToken);
    expect((await other.get()).statusCode).toBe(200);
    // Sessions are dated by the second.
    const second = Math.floor(Date.now() / 1000);
    await expect.poll(() => Math.floor(Date.now() / 1000), { timeout: 2_000 }).toBeGreaterThan(second);
    expect((await mia.put({ currentPassword: password, newPassword })).statusCode).toBe(200);
    expect((await other.get()).statusCode).toBe(401);
  });

  it.each([
    [
      'a wrong current password',
      { currentPassword: 'wrong one', newPassword },
      403,
      'WRONG_PASSWORD',
      'currentPassword',
    ],
    ['no current password', { newPassword }, 400, 'CURRENT_PASSWORD_REQUIRED', 'currentPassword'],
    [
      'no current password for an email',
      { email: 'other@example.org' },
      400,
      'CURRENT_PASSWORD_REQUIRED',
      'currentPassword',
    ],
    [
      'a new password that is too short',
      { currentPassword: password, newPassword: 'short' },
      422,
      'WEAK_PASSWORD',
      'newPassword',
    ],
    ['what is no email', { currentPassword: password, email: 'nowhere' }, 422, 'INVALID_EMAIL', 'email'],
    ['no email', { currentPassword: password, email: ' ' }, 422, 'INVALID_EMAIL', 'email'],
    ['no name', { username: ' ', currentPassword: password, newPassword }, 422, 'USERNAME_REQUIRED', 'username'],
  ])('%s changes nothing', async (_, form, status, code, field) => {
    const mia = await register();
    const refused = await mia.put({ username: 'Maria', ...form });
    expect(refused.json()).toMatchObject({ statusCode: status, code, field });
    expect((await mia.get()).json()).toMatchObject({ username: 'Mia', email: mia.email });
    expect((await signIn(mia.email, password)).status).toBe(200);
  });

  it("somebody else's email is refused, and with it all else that was asked for", async () => {
    const [mia, sam] = [await register(), await register('Sam')];
    const refused = await mia.put({ username: 'Sam', email: sam.email, currentPassword: password, newPassword });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'EMAIL_IN_USE', message: 'There is an account with this email already', field: 'email' },
    ]);
    expect((await mia.get()).json()).toMatchObject({ username: 'Mia', email: mia.email });
    expect((await signIn(mia.email, password)).status).toBe(200);
  });

  it('whoever tries many passwords out has to wait, also with the right one', async () => {
    const mia = await register();
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await mia.put({ currentPassword: `guess ${attempt}`, newPassword })).statusCode).toBe(403);
    }
    const refused = await mia.put({ currentPassword: password, newPassword });
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
      429,
      'TOO_MANY_ATTEMPTS',
      '300',
    ]);
  });

  it('whoever signs in with Google changes his name here, and email and password there', async () => {
    const claims = { sub: '4711', email: 'eve@gmail.com', email_verified: true, name: 'Eve' };
    const payload = {
      postBody: new URLSearchParams({ providerId: 'google.com', id_token: JSON.stringify(claims) }).toString(),
      requestUri: 'http://localhost',
      returnSecureToken: true,
    };
    const signedIn = await running.app.inject({ method: 'POST', url: `${accountCalls}:signInWithIdp?key=k`, payload });
    const eve = as(signedIn.json().idToken);
    expect((await eve.put({ username: 'Evelyn', email: 'eve@gmail.com' })).json()).toMatchObject({
      username: 'Evelyn',
      email: 'eve@gmail.com',
      hasPassword: false,
    });
    for (const form of [{ newPassword }, { email: 'other@example.org' }]) {
      const refused = await eve.put({ ...form, currentPassword: password });
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'NO_PASSWORD']);
    }
  });
});

describe('cut off', () => {
  it('a change that was made and answered is not made again by the same form', async () => {
    const mia = await register();
    const form = { username: 'Maria', currentPassword: password, newPassword };
    const first = await mia.put(form, 'the-same-form');
    const head = await running.head();
    const again = await mia.put(form, 'the-same-form');
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect(await running.head()).toBe(head);
  });

  it('after the account and before the log, the same form sent again comes to its end', async () => {
    const mia = await register();
    const email = `new-${mia.email}`;
    const form = { username: 'Maria', email, currentPassword: password, newPassword };
    failingAppends = 1;
    expect((await mia.put(form, 'the-same-form')).statusCode).toBe(503);
    expect((await signIn(email, newPassword)).status).toBe(200);
    const again = await mia.put(form, 'the-same-form');
    expect([again.statusCode, again.json()]).toMatchObject([200, { username: 'Maria', email }]);
    expect(await factsOf(mia.uid)).toEqual(['ProfileCreated', 'ProfileRevised', 'EmailChanged', 'PasswordChanged']);
  });

  it('while the identity service is away, nothing changes, and one is told to try again', async () => {
    const mia = await register();
    const form = { username: 'Maria', currentPassword: password, newPassword };
    changesAccounts = false;
    const refused = await mia.put(form, 'the-same-form');
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'IDENTITY_UNAVAILABLE']);
    expect((await mia.get()).json()).toMatchObject({ username: 'Mia' });
    // A new name alone does not need it; the account learns of it with the next one.
    expect((await mia.put({ username: 'Maria' })).json()).toMatchObject({ username: 'Maria' });
    changesAccounts = true;
    expect((await mia.put(form, 'the-same-form')).statusCode).toBe(200);
  });

  it('by kill -9, a new email and password are there when the identity service is back', async () => {
    const mia = await register();
    const email = `new-${mia.email}`;
    expect((await mia.put({ email, currentPassword: password, newPassword })).statusCode).toBe(200);
    const { pid } = emulator;
    if (pid === undefined) throw new Error('No emulator is running');
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => emulator.pid !== pid, { timeout: 20_000 }).toBe(true);
    await emulator.ready();
    expect((await signIn(email, newPassword)).status).toBe(200);
    expect((await signIn(email, password)).status).toBe(400);
  });
});

async function factsOf(uid: string): Promise<string[]> {
  const types: string[] = [];
  for await (const { type, stream } of running.events()) if (stream === `profile-${uid}`) types.push(type);
  return types;
}

it('no password is in the log, the events, or any file but the accounts', async () => {
  const secrets = ['butter and salt 2', 'vinegar and oil 2', 'a wrong guess 2'];
  const [first = '', second = '', wrong = ''] = secrets;
  const mia = await register();
  expect((await mia.put({ currentPassword: password, newPassword: first })).statusCode).toBe(200);
  const again = as((await signIn(mia.email, first)).idToken);
  await again.put({ currentPassword: wrong, newPassword: second });
  await again.put({ currentPassword: first, newPassword: second, email: 'no email' });
  failingAppends = 1;
  await again.put({ currentPassword: first, newPassword: second });
  await again.put({ currentPassword: second, newPassword: second });
  await injectChecked(running.app, { method: 'PUT', url: '/api/users/profile', payload: { newPassword: second } });

  expect((await factsOf(mia.uid)).filter((type) => type === 'PasswordChanged')).toHaveLength(2);
  const events: string[] = [];
  for await (const event of running.events()) events.push(JSON.stringify(event.data));
  const kept = await Promise.all(
    (await readdir(folder)).filter((name) => name.includes('.')).map((name) => readFile(join(folder, name), 'latin1')),
  );
  for (const secret of secrets) {
    for (const written of [...logged, ...events, ...kept]) expect(written).not.toContain(secret);
  }
});

describe('an avatar', () => {
  const at = (address: string) => injectChecked(running.app, { url: address });
  const files = () => readdir(join(folder, 'avatars')).catch((): string[] => []);

  it('is uploaded with the profile, and everybody sees it, for good, at an address of its own', async () => {
    const mia = await register();
    const { avatar } = (await mia.put({ avatar: pictures.lossy })).json();
    expect(avatar).toMatch(/^\/api\/avatars\/[0-9a-f-]{36}\.webp$/);
    const seen = await at(avatar);
    expect(seen.rawPayload).toEqual(bytesOf(pictures.lossy));
    expect(seen.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect((await mia.get()).json().avatar).toBe(avatar);
    const { idToken } = await signIn(mia.email, password);
    expect((await identity.verify(idToken)).picture).toBe(`http://localhost${avatar}`);
  });

  it('is beside all that its bearer writes and wrote', async () => {
    const mia = await register();
    const send = (url: string, payload: object) =>
      injectChecked(running.app, { method: 'POST', url, payload, headers: mia.headers });
    const { id } = (await send('/api/community', { title: 'Soup', content: 'Hot' })).json();
    await send(`/api/community/${id}/comments`, { text: 'Before' });
    const { avatar } = (await mia.put({ avatar: pictures.jpeg })).json();
    const comment = await send(`/api/community/${id}/comments`, { text: 'After' });
    expect(comment.json()).toMatchObject({ authorName: 'Mia', authorAvatar: avatar });
    const post = async () => (await at(`/api/community/${id}`)).json();
    expect(await post()).toMatchObject({
      authorAvatar: avatar,
      comments: [{ authorAvatar: avatar }, { authorAvatar: avatar }],
    });
    await mia.put({ avatar: null });
    expect(JSON.stringify(await post())).not.toContain('authorAvatar');
  });

  it('that is replaced or taken away is gone, and so is nobody else’s', async () => {
    const [mia, sam] = [await register(), await register('Sam')];
    const { avatar: his } = (await sam.put({ avatar: pictures.jpeg })).json();
    const { avatar: first } = (await mia.put({ avatar: pictures.jpeg })).json();
    const { avatar: second } = (await mia.put({ avatar: pictures.transparent })).json();
    expect((await at(first)).statusCode).toBe(404);
    expect((await at(second)).statusCode).toBe(200);
    expect((await mia.put({ avatar: null })).json().avatar).toBeNull();
    expect((await at(second)).statusCode).toBe(404);
    expect((await at(his)).statusCode).toBe(200);
  });

  it('is kept also when a request names no host at which it could be found', async () => {
    const own = await mkdtemp(join(tmpdir(), 'potluck-profile-'));
    const { app, close } = await openEmbeddedApp(own, ['mia']);
    const payload = { username: 'Mia', avatar: pictures.lossy };
    const headers = { authorization: 'Bearer token-mia', host: 'localhost:99999' };
    const saved = await injectChecked(app, { method: 'PUT', url: '/api/users/profile', payload, headers });
    expect(saved.statusCode).toBe(200);
    await close();
    await rm(own, { recursive: true });
  });

  it('is one of two that are sent at a time, and the other is gone', async () => {
    const mia = await register();
    const before = await files();
    await Promise.all([mia.put({ avatar: pictures.lossy }), mia.put({ avatar: pictures.jpeg })]);
    const { avatar } = (await mia.get()).json();
    const kept = (await files()).filter((name) => !before.includes(name));
    expect(kept).toEqual([avatar.slice('/api/avatars/'.length)]);
  });

  it('stays with a form that sends it back or leaves it out', async () => {
    const mia = await register();
    const { avatar } = (await mia.put({ avatar: pictures.lossless })).json();
    for (const form of [{ avatar }, { username: 'Maria' }]) expect((await mia.put(form)).json().avatar).toBe(avatar);
    expect((await at(avatar)).statusCode).toBe(200);
  });

  it('sent again after the log was away, is one picture', async () => {
    const mia = await register();
    const before = await files();
    failingAppends = 1;
    expect((await mia.put({ avatar: pictures.lossy }, 'the-same-form')).statusCode).toBe(503);
    const { avatar } = (await mia.put({ avatar: pictures.lossy }, 'the-same-form')).json();
    expect((await mia.put({ avatar: pictures.lossy }, 'the-same-form')).json().avatar).toBe(avatar);
    const kept = (await files()).filter((name) => !before.includes(name));
    expect(kept).toEqual([avatar.slice('/api/avatars/'.length)]);
  });

  it.each([
    ['a PNG', `data:image/png;base64,${Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')}`],
    ['a page that is said to be a picture', `data:image/webp;base64,${Buffer.from('<script>').toString('base64')}`],
    ['over 100 kB', `data:image/jpeg;base64,${'A'.repeat(133_340)}`],
    ['a script', 'javascript:alert(1)'],
    ['a picture of somebody else', '/api/avatars/00000000-0000-8000-8000-000000000000.webp'],
    ['an address without end', `https://example.org/${'a'.repeat(2_000)}`],
  ])('is not %s', async (_, avatar) => {
    const refused = await (await register()).put({ username: 'Maria', avatar });
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'INVALID_INPUT']);
    expect(refused.json().message).toMatch(/^The avatar must be a JPEG or WebP of at most 512 × 512 pixels and 100 kB/);
  });

  it.each([
    '/api/avatars/../events.sqlite',
    '/api/avatars/..%2fevents.sqlite',
    '/api/avatars/00000000-0000-8000-8000-000000000000.webp',
    '/api/avatars/events.sqlite',
  ])('is all that is found there: not %s', async (address) => {
    expect((await at(address)).statusCode).toBe(404);
  });
});
