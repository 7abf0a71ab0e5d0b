/** The token of a session, as the SDK of the identity service gives it or not. */
import { FirebaseError } from 'firebase/app';
import { beforeEach, expect, test, vi } from 'vitest';
import { connectFirebase } from './firebase.ts';

interface Account {
  uid: string;
  getIdToken(): Promise<string>;
}
const auth = { currentUser: null as Account | null, authStateReady: async () => undefined };
const signOut = vi.hoisted(() => vi.fn());
vi.mock('firebase/app', async (original) => ({ ...(await original<object>()), initializeApp: () => ({}) }));
vi.mock('firebase/auth', async (original) => ({
  ...(await original<object>()),
  initializeAuth: () => auth,
  signOut,
}));

beforeEach(() => {
  signOut.mockReset().mockImplementation(async () => {
    auth.currentUser = null;
  });
});

/** Asks for the token of a user whose token cannot be renewed. */
const tokenAfter = (code: string, andThen = () => {}) => {
  const getIdToken = async () => {
    andThen();
    throw new FirebaseError(code, 'Not renewed');
  };
  auth.currentUser = { uid: 'mia', getIdToken };
  return connectFirebase({ apiKey: 'key', projectId: 'potluck', emulator: false }).token({ fresh: true });
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
