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
    ['a wrong current password', { currentPassword: 'wrong one', newPassword }, 403, 'WRONG_PASSWORD'],
    ['no current password', { newPassword }, 400, 'CURRENT_PASSWORD_REQUIRED'],
    ['no current password for an email', { email: 'other@example.org' }, 400, 'CURRENT_PASSWORD_REQUIRED'],
    ['a new password that is too short', { currentPassword: password, newPassword: 'short' }, 422, 'WEAK_PASSWORD'],
    ['what is no email', { currentPassword: password, email: 'nowhere' }, 422, 'INVALID_EMAIL'],
    ['no email', { currentPassword: password, email: ' ' }, 422, 'INVALID_EMAIL'],
    ['no name', { username: ' ', currentPassword: password, newPassword }, 422, 'USERNAME_REQUIRED'],
  ])('%s changes nothing', async (_, form, status, code) => {
    const mia = await register();
    const refused = await mia.put({ username: 'Maria', ...form });
    expect([refused.statusCode, refused.json().code]).toEqual([status, code]);
    expect((await mia.get()).json()).toMatchObject({ username: 'Mia', email: mia.email });
    expect((await signIn(mia.email, password)).status).toBe(200);
  });

  it("somebody else's email is refused, and with it all else that was asked for", async () => {
    const [mia, sam] = [await register(), await register('Sam')];
    const refused = await mia.put({ username: 'Sam', email: sam.email, currentPassword: password, newPassword });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'EMAIL_IN_USE', message: 'There is an account with this email already' },
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
    await expect.poll(() => emulator.pid !== pid).toBe(true);
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
    (await readdir(folder)).filter((name) => name !== 'accounts').map((name) => readFile(join(folder, name), 'latin1')),
  );
  for (const secret of secrets) {
    for (const written of [...logged, ...events, ...kept]) expect(written).not.toContain(secret);
  }
});
