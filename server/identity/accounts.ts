import type { LimitRule } from '../limits/limit-rule.ts';
import type { Limits } from '../limits/limits.ts';
import type { AdminSdk } from './admin-sdk.ts';
import { AccountProblem, type Accounts, IdentityUnavailable } from './identity.ts';
import { withIdentityTimeout } from './with-identity-timeout.ts';

export interface AccountsOptions {
  readonly sdk: () => Promise<AdminSdk>;
  /** The base URL of Firebase's REST API, before `accounts:…`, and the project's key. */
  readonly rest: () => Promise<{ readonly base: string; readonly apiKey: string }>;
  readonly limits: Limits;
  /** Receives configuration problems, for the operator. */
  readonly warn?: (message: string) => void;
}

/** Per call. A change takes two calls, or three if it repeats an interrupted one: less than a request's time-out. */
const callTimeoutMs = 6_000;

/** Per uid. Firebase counts them too, but the emulator does not. A stolen token must not allow guessing. */
const wrongPasswordLimit = {
  max: 10,
  periodMs: 15 * 60_000,
  refill: 'after the last use',
  maxUnsettled: 2,
} satisfies LimitRule;

/** Firebase's codes for a wrong password, which depend on the project's settings. */
const wrongPasswordCodes = new Set([
  'INVALID_LOGIN_CREDENTIALS',
  'INVALID_PASSWORD',
  'EMAIL_NOT_FOUND',
  'MISSING_PASSWORD',
]);

/**
 * Manages accounts through Firebase's admin SDK. Passwords can only be checked by signing in. Errors of these calls are
 * never passed on as a cause, because they may contain the password that was sent.
 */
export function createAccounts({ sdk, rest, limits, warn = () => undefined }: AccountsOptions): Accounts {
  const wrongPasswords = limits.open('wrong-passwords', wrongPasswordLimit);

  async function canSignIn(uid: string, email: string, password: string): Promise<boolean> {
    const { base, apiKey } = await rest();
    const result = await requestSignIn(`${base}/accounts:signInWithPassword?key=${encodeURIComponent(apiKey)}`, {
      email,
      password,
    });
    if ('localId' in result) return result.localId === uid;
    if (wrongPasswordCodes.has(result.code)) return false;
    if (result.code === 'TOO_MANY_ATTEMPTS_TRY_LATER') throw new AccountProblem('TOO_MANY_ATTEMPTS');
    warn(`Firebase refuses to check passwords (${result.code}): FIREBASE_API_KEY may be restricted to other clients`);
    throw new IdentityUnavailable(`Passwords cannot be checked now: ${result.code}`);
  }

  return {
    read: async (uid) =>
      withIdentityTimeout(callTimeoutMs, 'The account could not be read in time', (await sdk()).account(uid)),
    find: async (email) =>
      withIdentityTimeout(callTimeoutMs, 'The account could not be found in time', (await sdk()).uidOf(email)),
    async checkPassword(uid, email, passwords) {
      // Counted before the result, so that concurrent attempts cannot exceed the limit.
      if (wrongPasswords.take(uid) > 0) throw new AccountProblem('TOO_MANY_ATTEMPTS');
      let hasResult = false;
      try {
        for (const password of passwords) {
          const isCorrect = await canSignIn(uid, email, password);
          hasResult = true;
          if (!isCorrect) continue;
          wrongPasswords.clear(uid);
          return true;
        }
        return false;
      } finally {
        // An attempt without a result reveals nothing, and must not use up the limit.
        if (!hasResult) wrongPasswords.giveBack(uid);
      }
    },
    change: async (uid, change) =>
      withIdentityTimeout(
        callTimeoutMs,
        'The account could not be changed in time',
        (await sdk()).changeAccount(uid, change),
      ),
  };
}

/** The account that was signed in to, or Firebase's error code. @throws IdentityUnavailable */
async function requestSignIn(address: string, credentials: object): Promise<{ localId: string } | { code: string }> {
  let body: unknown;
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
      redirect: 'error',
      signal: AbortSignal.timeout(callTimeoutMs),
    });
    body = await response.json();
  } catch {
    throw new IdentityUnavailable('Passwords cannot be checked now: no answer');
  }
  const localId = stringAt(body, 'localId');
  if (localId !== undefined) return { localId };
  // "TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled …"
  const message = stringAt(valueAt(body, 'error'), 'message') ?? 'no reason given';
  return { code: message.split(/[ :]/, 1)[0] || 'no reason given' };
}

const valueAt = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

function stringAt(value: unknown, name: string): string | undefined {
  const found = valueAt(value, name);
  return typeof found === 'string' ? found : undefined;
}
