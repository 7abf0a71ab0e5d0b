/** The token of a session, as the SDK of the identity service gives it or not. */
import { FirebaseError } from 'firebase/app';
import { beforeEach, expect, test, vi } from 'vitest';
import { connectFirebase } from './firebase.ts';

interface Account {
  uid: string;
  getIdToken(): Promise<string>;
}
type OnToken = (user: Account | null) => void;
const auth = { currentUser: null as Account | null, authStateReady: async () => undefined };
const [signOut, sendPasswordResetEmail, updateProfile] = vi.hoisted(() => [vi.fn(), vi.fn(), vi.fn()]);
let changeToken: OnToken = () => undefined;
vi.mock('firebase/app', async (original) => ({ ...(await original<object>()), initializeApp: () => ({}) }));
vi.mock('firebase/auth', async (original) => ({
  ...(await original<object>()),
  createUserWithEmailAndPassword: async () => ({ user: auth.currentUser }),
  initializeAuth: () => auth,
  onIdTokenChanged: (_: unknown, listener: OnToken) => {
    changeToken = listener;
  },
  sendPasswordResetEmail,
  signOut,
  updateProfile,
}));

beforeEach(() => {
  signOut.mockReset().mockImplementation(async () => {
    auth.currentUser = null;
  });
});

const connect = () => connectFirebase({ apiKey: 'key', projectId: 'potluck', emulator: false });

/** Asks for the token of a user whose token cannot be renewed. */
const tokenAfter = (code: string, andThen = () => {}) => {
  const getIdToken = async () => {
    andThen();
    throw new FirebaseError(code, 'Not renewed');
  };
  auth.currentUser = { uid: 'mia', getIdToken };
  return connect().token({ fresh: true });
};

test('a session that the service does not know any more has no token', async () => {
  expect(await tokenAfter('auth/invalid-refresh-token')).toBeNull();
  expect(signOut).toHaveBeenCalledOnce();
});

test('a session that the SDK has ended has no token', async () => {
  const end = () => {
    auth.currentUser = null;
  };
  expect(await tokenAfter('auth/user-token-expired', end)).toBeNull();
});

// Without an error, a request would be sent as a visitor's, and refused.
test.each(['auth/network-request-failed', 'auth/internal-error', 'auth/too-many-requests'])(
  'a session whose token cannot be renewed now (%s) goes on',
  async (code) => {
    await expect(tokenAfter(code)).rejects.toMatchObject({ code });
    expect(signOut).not.toHaveBeenCalled();
  },
);

test('a token that arrives after its user has changed starts no session of theirs', async () => {
  vi.stubGlobal('reportError', () => undefined);
  const sessions: (string | undefined)[] = [];
  void connect().onChange((session) => sessions.push(session?.user.uid));
  const token = Promise.withResolvers<string>();
  const [mia, sam] = [
    { uid: 'mia', getIdToken: () => token.promise },
    { uid: 'sam', getIdToken: async () => 'token of sam' },
  ];
  for (const user of [mia, sam]) {
    auth.currentUser = user;
    changeToken(user);
  }
  await vi.waitFor(() => expect(sessions).toEqual(['sam']));
  token.resolve('token of mia');
  await new Promise(setImmediate);
  expect(sessions).toEqual(['sam']);
});

test('asking for a new password does not reveal whether there is an account, but another failure', async () => {
  const refuse = (code: string) => sendPasswordResetEmail.mockRejectedValueOnce(new FirebaseError(code, 'Refused'));
  refuse('auth/user-not-found');
  await connect().requestPasswordReset('stranger@example.org');
  refuse('auth/too-many-requests');
  await expect(connect().requestPasswordReset('mia@example.org')).rejects.toMatchObject({
    code: 'auth/too-many-requests',
  });
});

test('the session of a new account has a token with its name', async () => {
  let names = 'without a name';
  let token = names;
  updateProfile.mockImplementation(async (_user, { displayName }) => {
    names = `of ${displayName}`;
  });
  const getIdToken = async (isFresh?: boolean) => {
    if (isFresh) token = names;
    return token;
  };
  auth.currentUser = { uid: 'mia', getIdToken };
  expect((await connect().register('Mia', 'mia@example.org', 'secret')).token).toBe('of Mia');
});
