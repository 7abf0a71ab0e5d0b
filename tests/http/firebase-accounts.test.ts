import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { AccountProblem, IdentityUnavailable } from '../../server/identity/identity.ts';
import { type FirebaseProject, openFirebaseProject } from '../support/firebase-project.ts';

let project: FirebaseProject;
let google: FirebaseProject['google'];
let open: FirebaseProject['open'];

beforeAll(async () => {
  project = await openFirebaseProject();
  ({ google, open } = project);
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await project.reset();
});

afterAll(() => project?.close());

test('reads the email and creation time of an account, and whether it has a password', async () => {
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

test('finds the account of an email, and none only if there is none', async () => {
  const { accounts } = open();
  expect(await accounts.find('ann@example.com')).toBe('ann');
  google.account = undefined;
  expect(await accounts.find('nobody@example.com')).toBeUndefined();
  expect(await accounts.find('no email')).toBeUndefined();
  google.accounts = false;
  await expect(accounts.find('ann@example.com')).rejects.toThrow(IdentityUnavailable);
});

test('changes an account in one call, and marks a new email as unverified', async () => {
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
])('%s is a permanent error', async (refusal, code, message) => {
  const { accounts } = open();
  google.refusal = refusal;
  const problem = await accounts.change('ann', { password: 'vinegar and oil' }).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(AccountProblem);
  expect(problem).toMatchObject({
    code,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
});

test('an unknown error can be retried, and contains nothing of the request', async () => {
  const { accounts } = open();
  google.refusal = 'SOMETHING_NEW : vinegar and oil';
  const failure = await accounts.change('ann', { password: 'vinegar and oil' }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(IdentityUnavailable);
  expect(inspect(failure, { depth: 20 })).not.toContain('vinegar and oil');
});

describe('the current password', () => {
  const requests: { url: string; body: unknown }[] = [];
  const stubResponse = (json: object) =>
    vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
      requests.push({ url, body: JSON.parse(body) });
      return Response.json(json, { status: 'error' in json ? 400 : 200 });
    });
  const stubError = (message: string) => stubResponse({ error: { code: 400, message } });
  const isCorrect = () => open().accounts.checkPassword('ann', 'ann@example.com', ['butter and salt']);

  test('is the one that signs in to this account', async () => {
    stubResponse({ localId: 'ann' });
    expect(await isCorrect()).toBe(true);
    expect(requests.at(-1)).toEqual({
      url: 'https://identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=AIza',
      body: { email: 'ann@example.com', password: 'butter and salt' },
    });
    stubResponse({ localId: 'ben' });
    expect(await isCorrect()).toBe(false);
  });

  test.each(['INVALID_LOGIN_CREDENTIALS', 'INVALID_PASSWORD', 'EMAIL_NOT_FOUND'])('is wrong on %s', async (message) => {
    stubError(message);
    expect(await isCorrect()).toBe(false);
  });

  test('is not verified after too many attempts', async () => {
    stubError('TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled');
    await expect(isCorrect()).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  });

  test('cannot be verified with a key restricted to browsers, which is logged', async () => {
    stubError('Requests from referer <empty> are blocked.');
    await expect(isCorrect()).rejects.toThrow(IdentityUnavailable);
    expect(project.warnings.join()).toContain('FIREBASE_API_KEY');
    expect(project.warnings.join()).not.toContain('butter');
  });

  test('cannot be verified while the service is unreachable, which does not count as a wrong attempt', async () => {
    const { accounts } = open();
    const attempt = (...passwords: string[]) => accounts.checkPassword('ann', 'ann@example.com', passwords);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    for (let n = 0; n < 12; n++) await expect(attempt('butter and salt')).rejects.toThrow(IdentityUnavailable);
    stubError('INVALID_LOGIN_CREDENTIALS');
    for (let n = 0; n < 9; n++) expect(await attempt('a guess')).toBe(false);
    stubResponse({ localId: 'ann' });
    expect(await attempt('butter and salt')).toBe(true);
  });

  test('cannot be guessed by attempts of which only the first call gets a response', async () => {
    const { accounts } = open();
    let calls = 0;
    vi.stubGlobal('fetch', async () => {
      if (++calls % 2 === 0) throw new TypeError('fetch failed');
      return Response.json({ error: { code: 400, message: 'INVALID_LOGIN_CREDENTIALS' } }, { status: 400 });
    });
    const guess = () => accounts.checkPassword('ann', 'ann@example.com', ['a guess', 'another']);
    for (let n = 0; n < 10; n++) await expect(guess()).rejects.toThrow(IdentityUnavailable);
    await expect(guess()).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  });
});
