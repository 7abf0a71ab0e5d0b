/** Changes of email and password with the profile, and failures between the account and the log. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { injectChecked } from '../support/checked-inject.ts';
import { nextSecond } from '../support/next-second.ts';
import { accountCalls, newPassword, openProfileApp, type ProfileApp, password } from '../support/profile-app.ts';

let app: ProfileApp;

beforeAll(async () => {
  app = await openProfileApp();
});

beforeEach(() => app.resetFaults());

afterAll(() => app?.close());

describe('email and password', () => {
  it('change together with the name, and replace the old ones at sign-in', async () => {
    const mia = await app.register();
    const email = `new-${mia.email}`;
    // The service stores addresses in lower case.
    const form = { username: 'Maria', email: email.toUpperCase(), currentPassword: password, newPassword };
    const saved = await mia.put(form);
    expect([saved.statusCode, saved.json()]).toMatchObject([200, { username: 'Maria', email, hasPassword: true }]);
    expect((await app.signIn(mia.email, password)).status).toBe(400);
    expect((await app.signIn(email, password)).status).toBe(400);
    const { idToken } = await app.signIn(email, newPassword);
    expect((await app.as(idToken).get()).json()).toMatchObject({ username: 'Maria', email });
  });

  it('need no current password in a form that repeats the values changed in another session', async () => {
    const mia = await app.register();
    const email = `new-${mia.email}`;
    await mia.put({ email, currentPassword: password });
    // The old token still contains the old email.
    expect((await mia.put({ username: 'Maria', email })).statusCode).toBe(200);
    expect(await eventTypesOf(mia.uid)).toEqual(['ProfileCreated', 'EmailChanged', 'ProfileRevised']);
  });

  it('end all other sessions when they change', async () => {
    const mia = await app.register();
    const other = app.as((await app.signIn(mia.email, password)).idToken);
    expect((await other.get()).statusCode).toBe(200);
    await nextSecond();
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
    [
      'a wrong current password for a new email alone',
      { currentPassword: 'wrong one', email: 'other@example.org' },
      403,
      'WRONG_PASSWORD',
      'currentPassword',
    ],
    ['no current password', { newPassword }, 400, 'CURRENT_PASSWORD_REQUIRED', 'currentPassword'],
    [
      'no current password for a new email',
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
    ['an invalid email', { currentPassword: password, email: 'nowhere' }, 422, 'INVALID_EMAIL', 'email'],
    ['a blank email', { currentPassword: password, email: ' ' }, 422, 'INVALID_EMAIL', 'email'],
    ['a blank name', { username: ' ', currentPassword: password, newPassword }, 422, 'USERNAME_REQUIRED', 'username'],
  ])('%s changes nothing', async (_, form, status, code, field) => {
    const mia = await app.register();
    const refused = await mia.put({ username: 'Maria', ...form });
    expect(refused.json()).toMatchObject({ statusCode: status, code, field });
    expect((await mia.get()).json()).toMatchObject({ username: 'Mia', email: mia.email });
    expect((await app.signIn(mia.email, password)).status).toBe(200);
  });

  it('do not change at all with the email of another account', async () => {
    const [mia, sam] = [await app.register(), await app.register('Sam')];
    const refused = await mia.put({ username: 'Sam', email: sam.email, currentPassword: password, newPassword });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'EMAIL_IN_USE', message: 'There is an account with this email already', field: 'email' },
    ]);
    expect((await mia.get()).json()).toMatchObject({ username: 'Mia', email: mia.email });
    expect((await app.signIn(mia.email, password)).status).toBe(200);
  });

  it('reject further attempts after 10 wrong passwords, even with the right one', async () => {
    const mia = await app.register();
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

  it('cannot change for a Google user, who can change the name', async () => {
    const claims = { sub: '4711', email: 'eve@gmail.com', email_verified: true, name: 'Eve' };
    const payload = {
      postBody: new URLSearchParams({ providerId: 'google.com', id_token: JSON.stringify(claims) }).toString(),
      requestUri: 'http://localhost',
      returnSecureToken: true,
    };
    const signedIn = await app.running.app.inject({
      method: 'POST',
      url: `${accountCalls}:signInWithIdp?key=k`,
      payload,
    });
    const eve = app.as(signedIn.json().idToken);
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

describe('an interrupted change', () => {
  it('is not repeated when a completed form is sent again', async () => {
    const mia = await app.register();
    const form = { username: 'Maria', currentPassword: password, newPassword };
    const first = await mia.put(form, 'the-same-form');
    const head = await app.running.head();
    // A repeat does not call the identity service.
    app.setAccountChanges(false);
    const again = await mia.put(form, 'the-same-form');
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect(await app.running.head()).toBe(head);
  });

  it('does not undo a later one when a completed form is sent again', async () => {
    const mia = await app.register();
    const first = { username: 'Maria', avatar: 'https://example.org/first.jpg' };
    await mia.put(first, 'the-first-form');
    await mia.put({ username: 'Mary', avatar: null });
    expect((await mia.put(first, 'the-first-form')).statusCode).toBe(200);
    const { idToken } = await app.signIn(mia.email, password);
    const { name, picture } = await app.identity.verify(idToken);
    expect([name, picture]).toEqual(['Mary', undefined]);
    const payload = { title: 'Soup', content: 'Hot' };
    const post = { method: 'POST', url: '/api/community', payload, headers: mia.headers } as const;
    expect((await injectChecked(app.running.app, post)).json()).toMatchObject({ authorName: 'Mary' });
  });

  it('rejects a used key with another new password, and keeps the password', async () => {
    const mia = await app.register();
    const form = { currentPassword: password, newPassword };
    expect((await mia.put(form, 'the-same-form')).statusCode).toBe(200);
    const newSession = app.as((await app.signIn(mia.email, newPassword)).idToken);
    const refused = await newSession.put({ currentPassword: newPassword, newPassword: 'a third one' }, 'the-same-form');
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await app.signIn(mia.email, newPassword)).status).toBe(200);
  });

  it('is completed by a retry after a failure between the account and the log', async () => {
    const mia = await app.register();
    const email = `new-${mia.email}`;
    const form = { username: 'Maria', email, currentPassword: password, newPassword };
    app.failNextAppend();
    expect((await mia.put(form, 'the-same-form')).statusCode).toBe(503);
    expect((await app.signIn(email, newPassword)).status).toBe(200);
    const again = await mia.put(form, 'the-same-form');
    expect([again.statusCode, again.json()]).toMatchObject([200, { username: 'Maria', email }]);
    expect(await eventTypesOf(mia.uid)).toEqual([
      'ProfileCreated',
      'ProfileRevised',
      'EmailChanged',
      'PasswordChanged',
    ]);
  });

  it('changes nothing and asks for a retry while the identity service is unavailable', async () => {
    const mia = await app.register();
    const form = { username: 'Maria', currentPassword: password, newPassword };
    app.setAccountChanges(false);
    const refused = await mia.put(form, 'the-same-form');
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'IDENTITY_UNAVAILABLE']);
    expect((await mia.get()).json()).toMatchObject({ username: 'Mia' });
    // A new name alone does not need the identity service; the account gets it with the next change.
    expect((await mia.put({ username: 'Maria' })).json()).toMatchObject({ username: 'Maria' });
    app.setAccountChanges(true);
    expect((await mia.put(form, 'the-same-form')).statusCode).toBe(200);
  });
});

async function eventTypesOf(uid: string): Promise<string[]> {
  const types: string[] = [];
  for await (const { type, stream } of app.running.events()) if (stream === `profile-${uid}`) types.push(type);
  return types;
}

it('stores no password in the logs, the events or any file except the accounts', async () => {
  const secrets = ['butter and salt 2', 'vinegar and oil 2', 'a wrong guess 2'];
  const [first = '', second = '', wrong = ''] = secrets;
  const mia = await app.register();
  expect((await mia.put({ currentPassword: password, newPassword: first })).statusCode).toBe(200);
  const newSession = app.as((await app.signIn(mia.email, first)).idToken);
  await newSession.put({ currentPassword: wrong, newPassword: second });
  await newSession.put({ currentPassword: first, newPassword: second, email: 'no email' });
  app.failNextAppend();
  await newSession.put({ currentPassword: first, newPassword: second });
  await newSession.put({ currentPassword: second, newPassword: second });
  await injectChecked(app.running.app, { method: 'PUT', url: '/api/users/profile', payload: { newPassword: second } });

  expect((await eventTypesOf(mia.uid)).filter((type) => type === 'PasswordChanged')).toHaveLength(2);
  const events: string[] = [];
  for await (const event of app.running.events()) events.push(JSON.stringify(event.data));
  const files = await Promise.all(
    (await readdir(app.folder))
      .filter((name) => name.includes('.'))
      .map((name) => readFile(join(app.folder, name), 'latin1')),
  );
  for (const secret of secrets) {
    for (const written of [...app.logged, ...events, ...files]) expect(written).not.toContain(secret);
  }
});

it('records of a form with passwords nothing that depends on them', async () => {
  const mia = await app.register();
  const [first, second] = ['butter and salt 3', 'vinegar and oil 3'];
  app.attempted.length = 0;
  app.failNextAppend();
  expect((await mia.put({ currentPassword: password, newPassword: first }, 'the-same-form')).statusCode).toBe(503);
  const newSession = app.as((await app.signIn(mia.email, first)).idToken);
  const changed = await newSession.put({ currentPassword: first, newPassword: second }, 'the-same-form');
  expect(changed.statusCode).toBe(200);
  const [lost, recorded] = app.attempted.filter(({ type }) => type === 'PasswordChanged');
  expect(recorded?.meta.request).toBeDefined();
  expect([recorded?.data, recorded?.meta.request]).toEqual([lost?.data, lost?.meta.request]);
});
