import { randomUUID } from 'node:crypto';
import type { Credential, ServiceAccount } from 'firebase-admin/app';
import type { DecodedIdToken, UserRecord } from 'firebase-admin/auth';
import { accountProblem } from './account-problems.ts';
import {
  type Account,
  type AccountChange,
  ExpiredToken,
  IdentityUnavailable,
  InvalidToken,
  type User,
} from './identity.ts';

/** The server's side of Firebase Auth. */
export interface AdminSdk {
  /** Signature, issuer, audience, expiry, and that the account exists, is not disabled and has not revoked it. */
  verifyIdToken(token: string): Promise<User>;
  /** @throws AccountProblem, IdentityUnavailable; so does the next */
  account(uid: string): Promise<Account>;
  changeAccount(uid: string, change: AccountChange): Promise<void>;
  /**
   * From when on the sessions of accounts count, in ms since the epoch; of one that is disabled, none ever does (Infinity).
   * An account that is gone is left out. @param uids at most 100 @throws IdentityUnavailable
   */
  validSince(uids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Rejects unless the credentials are good for the project. */
  checkAccess(): Promise<void>;
  close(): Promise<void>;
}

export type AdminTarget =
  /**
   * `emulatorHost`: host, port and path, without a scheme. An emulator's tokens are unsigned: what is checked is their
   * content and that the account exists, so whoever can reach the server can make one for any account that he knows.
   */
  | { readonly projectId: string; readonly emulatorHost: string }
  /** `serviceAccount`: the parsed JSON of its key file. */
  | { readonly projectId: string; readonly serviceAccount: ServiceAccount };

/** The SDK takes an emulator from here, when it is set up and at no other time. */
const emulatorVariable = 'FIREBASE_AUTH_EMULATOR_HOST';

/** @throws when the service account cannot be read, or an emulator host is in the environment of a real project */
export async function openAdminSdk(target: AdminTarget): Promise<AdminSdk> {
  // Loaded late: it takes a tenth of a second, which the start of the server can do without.
  const [{ cert, deleteApp, initializeApp }, { getAuth }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/auth'),
  ]);
  const emulated = 'emulatorHost' in target;
  if (!emulated && process.env[emulatorVariable] !== undefined) {
    throw new Error(`${emulatorVariable}: unset it, since with it unsigned tokens would be accepted`);
  }
  const app = initializeApp(
    emulated
      ? { projectId: target.projectId }
      : { projectId: target.projectId, credential: quiet(cert(target.serviceAccount)) },
    randomUUID(),
  );
  const auth = emulated ? withEmulator(target.emulatorHost, () => getAuth(app)) : getAuth(app);

  return {
    verifyIdToken: (token) => auth.verifyIdToken(token, true).then(userOf, (error: unknown) => refuse(error)),
    account: (uid) => auth.getUser(uid).then(accountOf, (error: unknown) => refuseChange(error)),
    async changeAccount(uid, { email, password, name, picture }) {
      const change = {
        ...(email !== undefined && { email, emailVerified: false }),
        ...(password !== undefined && { password }),
        ...(name !== undefined && { displayName: name }),
        ...(picture !== undefined && { photoURL: picture }),
      };
      await auth.updateUser(uid, change).catch((error: unknown) => refuseChange(error));
    },
    async validSince(uids) {
      const { users } = await auth
        .getUsers(uids.map((uid) => ({ uid })))
        .catch((error: unknown) => unavailable('Accounts cannot be checked now', error));
      return new Map(users.map((user) => [user.uid, validSinceOf(user)]));
    },
    async checkAccess() {
      try {
        await auth.getUser('potluck-start-check');
      } catch (error) {
        if (codeOf(error) !== 'auth/user-not-found') throw error;
      }
    },
    close: () => deleteApp(app),
  };
}

/**
 * The SDK's first access token makes a library below it warn on the console of a method that only the SDK can stop
 * calling. That is before the call first waits for anything, so nothing else is kept from the console.
 */
const quiet = (credential: Credential): Credential => ({
  getAccessToken() {
    const { warn } = globalThis.console;
    globalThis.console.warn = () => undefined;
    try {
      return credential.getAccessToken();
    } finally {
      globalThis.console.warn = warn;
    }
  },
});

/** Sets the variable for as long as the SDK is set up, so that it means nothing to what else runs in this process. */
function withEmulator<T>(host: string, setUp: () => T): T {
  const before = process.env[emulatorVariable];
  process.env[emulatorVariable] = host;
  try {
    return setUp();
  } finally {
    if (before === undefined) delete process.env[emulatorVariable];
    else process.env[emulatorVariable] = before;
  }
}

function userOf({ uid, name, email, picture, exp, auth_time: signedInAt }: DecodedIdToken): User {
  return {
    uid,
    ...(typeof name === 'string' && { name }),
    ...(email !== undefined && { email }),
    ...(picture !== undefined && { picture }),
    expiresAt: exp * 1000,
    signedInAt: signedInAt * 1000,
  };
}

/** As the SDK judges it when it verifies a token. */
function validSinceOf({ disabled, tokensValidAfterTime }: UserRecord): number {
  if (disabled) return Number.POSITIVE_INFINITY;
  return tokensValidAfterTime === undefined ? Number.NEGATIVE_INFINITY : Date.parse(tokensValidAfterTime);
}

const accountOf = ({ email, providerData, metadata }: UserRecord): Account => ({
  email: email ?? null,
  hasPassword: providerData.some(({ providerId }) => providerId === 'password'),
  createdAt: new Date(metadata.creationTime).toISOString(),
});

/** Without the SDK's own error, which may hold what was sent. */
function refuseChange(error: unknown): never {
  const code = codeOf(error) ?? 'no answer';
  const message = error instanceof Error ? error.message : '';
  throw accountProblem(code, message) ?? new IdentityUnavailable(`The account cannot be reached now: ${code}`);
}

const aboutTheAccount: ReadonlySet<string | undefined> = new Set([
  'auth/id-token-revoked',
  'auth/user-disabled',
  'auth/user-not-found',
]);

/** The SDK has one code for a bad token and for keys that it could not fetch; only the words tell them apart. */
const aboutTheToken = /^(Decoding )?Firebase ID token |^verifyIdToken\(\) expects /;

function refuse(error: unknown): never {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (code === 'auth/id-token-expired') throw new ExpiredToken(message, { cause: error });
  if (aboutTheAccount.has(code) || (code === 'auth/argument-error' && aboutTheToken.test(message))) {
    throw new InvalidToken(message, { cause: error });
  }
  return unavailable('Tokens cannot be verified now', error);
}

function unavailable(what: string, error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  throw new IdentityUnavailable(`${what}: ${message}`, { cause: error });
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
