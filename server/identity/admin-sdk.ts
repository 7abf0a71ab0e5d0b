import { randomUUID } from 'node:crypto';
import type { Credential, ServiceAccount } from 'firebase-admin/app';
import type { DecodedIdToken, UserRecord } from 'firebase-admin/auth';
import type { SessionEnd } from '../core/contracts/shared.ts';
import { accountProblem } from './account-problems.ts';
import {
  type Account,
  type AccountChange,
  ExpiredToken,
  IdentityUnavailable,
  InvalidToken,
  type User,
} from './identity.ts';

/** The server-side SDK of Firebase Auth. */
export interface AdminSdk {
  /**
   * Verifies signature, issuer, audience and expiry, that the account is enabled, and that the token is not revoked.
   */
  verifyIdToken(token: string): Promise<User>;
  /** @throws AccountProblem, IdentityUnavailable */
  account(uid: string): Promise<Account>;
  /** Undefined if no account has this email. @throws IdentityUnavailable */
  uidOf(email: string): Promise<string | undefined>;
  /** @throws AccountProblem, IdentityUnavailable */
  changeAccount(uid: string, change: AccountChange): Promise<void>;
  /**
   * For each account: sessions that started before this time, in ms since the epoch, have ended. Infinity for a
   * disabled account; deleted accounts are missing. @param uids at most 100 @throws IdentityUnavailable
   */
  validSince(uids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Rejects unless the credentials give access to the project. */
  checkAccess(): Promise<void>;
  close(): Promise<void>;
}

export type AdminTarget =
  /**
   * `emulatorHost`: host, port and path, without a scheme. An emulator's tokens are unsigned: only their content and
   * the account's existence are checked, so anyone who can reach the server can forge a token for an account they know.
   */
  | { readonly projectId: string; readonly emulatorHost: string }
  /** `serviceAccount`: the parsed JSON of its key file. */
  | { readonly projectId: string; readonly serviceAccount: ServiceAccount };

/** The SDK reads the emulator's address from this variable, but only during its set-up. */
const emulatorVariable = 'FIREBASE_AUTH_EMULATOR_HOST';

/** @throws when the service account cannot be read, or an emulator host is in the environment of a real project */
export async function openAdminSdk(target: AdminTarget): Promise<AdminSdk> {
  // Loaded on demand: the modules take 0.1 s to load, which would delay the server's start.
  const [{ cert, deleteApp, initializeApp }, { getAuth }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/auth'),
  ]);
  const isEmulated = 'emulatorHost' in target;
  if (!isEmulated && process.env[emulatorVariable] !== undefined) {
    throw new Error(`${emulatorVariable}: unset it, since with it unsigned tokens would be accepted`);
  }
  const app = initializeApp(
    isEmulated
      ? { projectId: target.projectId }
      : { projectId: target.projectId, credential: quiet(cert(target.serviceAccount)) },
    randomUUID(),
  );
  const auth = isEmulated ? withEmulator(target.emulatorHost, () => getAuth(app)) : getAuth(app);

  return {
    verifyIdToken: (token) => auth.verifyIdToken(token, true).then(userOf, (error: unknown) => throwTokenError(error)),
    account: (uid) => auth.getUser(uid).then(accountOf, (error: unknown) => throwAccountError(error)),
    async uidOf(email) {
      try {
        return (await auth.getUserByEmail(email)).uid;
      } catch (error) {
        const code = codeOf(error);
        if (code === 'auth/user-not-found' || code === 'auth/invalid-email') return undefined;
        throwUnavailable('Accounts cannot be searched now', error);
      }
    },
    async changeAccount(uid, { email, password, name, picture }) {
      const change = {
        ...(email !== undefined && { email, emailVerified: false }),
        ...(password !== undefined && { password }),
        ...(name !== undefined && { displayName: name }),
        ...(picture !== undefined && { photoURL: picture }),
      };
      await auth.updateUser(uid, change).catch((error: unknown) => throwAccountError(error));
    },
    async validSince(uids) {
      const { users } = await auth
        .getUsers(uids.map((uid) => ({ uid })))
        .catch((error: unknown) => throwUnavailable('Accounts cannot be checked now', error));
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
 * Suppresses a console warning: with the SDK's first access token, one of its libraries warns about a method that only
 * the SDK can stop calling. The warning is synchronous, so no other console output is lost.
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

/** Sets the variable only during the SDK's set-up, so that it does not affect other code in this process. */
function withEmulator<T>(host: string, setUp: () => T): T {
  const previous = process.env[emulatorVariable];
  process.env[emulatorVariable] = host;
  try {
    return setUp();
  } finally {
    if (previous === undefined) delete process.env[emulatorVariable];
    else process.env[emulatorVariable] = previous;
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

/** Uses the SDK's own rule for the verification of tokens. */
function validSinceOf({ disabled, tokensValidAfterTime }: UserRecord): number {
  if (disabled) return Number.POSITIVE_INFINITY;
  return tokensValidAfterTime === undefined ? Number.NEGATIVE_INFINITY : Date.parse(tokensValidAfterTime);
}

const accountOf = ({ email, providerData, metadata }: UserRecord): Account => ({
  email: email ?? null,
  hasPassword: providerData.some(({ providerId }) => providerId === 'password'),
  createdAt: new Date(metadata.creationTime).toISOString(),
});

/** Drops the SDK's error as a cause, because it may contain the request, with a password. */
function throwAccountError(error: unknown): never {
  const code = codeOf(error) ?? 'no answer';
  const message = error instanceof Error ? error.message : '';
  throw accountProblem(code, message) ?? new IdentityUnavailable(`The account cannot be reached now: ${code}`);
}

const endReasons: Readonly<Record<string, SessionEnd>> = {
  'auth/id-token-revoked': 'revoked',
  'auth/user-disabled': 'disabled',
  'auth/user-not-found': 'deleted',
};

/** The SDK uses one code for an invalid token and for keys it could not fetch; only the message distinguishes them. */
const tokenMessage = /^(Decoding )?Firebase ID token |^verifyIdToken\(\) expects /;

function throwTokenError(error: unknown): never {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (code === 'auth/id-token-expired') throw new ExpiredToken(message, { cause: error });
  const reason = code === undefined ? undefined : endReasons[code];
  if (reason !== undefined || (code === 'auth/argument-error' && tokenMessage.test(message))) {
    throw new InvalidToken(message, { cause: error, reason });
  }
  throwUnavailable('Tokens cannot be verified now', error);
}

function throwUnavailable(what: string, error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  throw new IdentityUnavailable(`${what}: ${message}`, { cause: error });
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
