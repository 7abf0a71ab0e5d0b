import { LRUCache } from 'lru-cache';
import type { AdminSdk } from './admin-sdk.ts';
import { AccountProblem, type Accounts, IdentityUnavailable } from './identity.ts';
import { within } from './within.ts';

export interface AccountsOptions {
  readonly sdk: () => Promise<AdminSdk>;
  /** Where the calls of Firebase's REST API go: what stands before `accounts:…`, and the key of the project. */
  readonly rest: () => Promise<{ readonly base: string; readonly apiKey: string }>;
  /** Told what an operator has to set right. */
  readonly warn?: (message: string) => void;
}

/** Of one call. A change takes two at most, and a retry of one that was cut off three: all within a request's time. */
const callMs = 6_000;

const maxWrongPasswords = 10;
const forgetWrongMs = 15 * 60_000;

/** What Firebase says to a password that is not the account's; which it is depends on the project's settings. */
const wrong = new Set(['INVALID_LOGIN_CREDENTIALS', 'INVALID_PASSWORD', 'EMAIL_NOT_FOUND', 'MISSING_PASSWORD']);

const tooMany = () =>
  new AccountProblem('TOO_MANY_ATTEMPTS', 'Too many attempts with a wrong password; please wait some minutes');

/**
 * Accounts by Firebase's administration, but for the check of a password: that can only be done by signing in. What
 * these calls fail with is never passed on as a cause, since it may hold what was sent: passwords.
 */
export function createAccounts({ sdk, rest, warn = () => undefined }: AccountsOptions): Accounts {
  /** By uid. Firebase counts too, but the emulator does not, and a stolen token must not be a way to try passwords. */
  const wrongPasswords = new LRUCache<string, number>({ max: 10_000, ttl: forgetWrongMs });

  async function signsIn(uid: string, email: string, password: string): Promise<boolean> {
    const { base, apiKey } = await rest();
    const answer = await askToSignIn(`${base}/accounts:signInWithPassword?key=${encodeURIComponent(apiKey)}`, {
      email,
      password,
    });
    if ('localId' in answer) return answer.localId === uid;
    if (wrong.has(answer.code)) return false;
    if (answer.code === 'TOO_MANY_ATTEMPTS_TRY_LATER') throw tooMany();
    warn(`Firebase checks no password (${answer.code}): may FIREBASE_API_KEY be used by this server, too?`);
    throw new IdentityUnavailable(`Passwords cannot be checked now: ${answer.code}`);
  }

  return {
    read: async (uid) => within(callMs, 'The account could not be read in time', (await sdk()).account(uid)),
    async knowsPassword(uid, email, passwords) {
      const failed = wrongPasswords.get(uid) ?? 0;
      if (failed >= maxWrongPasswords) throw tooMany();
      // Counted before the answer, so that many at a time are no way around it.
      wrongPasswords.set(uid, failed + 1);
      let isAnswered = false;
      try {
        for (const password of passwords) {
          const isRight = await signsIn(uid, email, password);
          isAnswered = true;
          if (!isRight) continue;
          wrongPasswords.delete(uid);
          return true;
        }
        return false;
      } finally {
        // While nobody answers, nothing is learned, and the right one is not to be refused afterwards.
        if (!isAnswered) wrongPasswords.set(uid, Math.max(0, (wrongPasswords.get(uid) ?? 0) - 1));
      }
    },
    change: async (uid, change) =>
      within(callMs, 'The account could not be changed in time', (await sdk()).changeAccount(uid, change)),
  };
}

/** The account that was signed in to, or Firebase's word for why not. @throws IdentityUnavailable */
async function askToSignIn(address: string, credentials: object): Promise<{ localId: string } | { code: string }> {
  let answer: unknown;
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
      redirect: 'error',
      signal: AbortSignal.timeout(callMs),
    });
    answer = await response.json();
  } catch {
    throw new IdentityUnavailable('Passwords cannot be checked now: no answer');
  }
  const localId = textAt(answer, 'localId');
  if (localId !== undefined) return { localId };
  // "TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled …"
  const message = textAt(at(answer, 'error'), 'message') ?? 'no reason given';
  return { code: message.split(/[ :]/, 1)[0] || 'no reason given' };
}

const at = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

function textAt(value: unknown, name: string): string | undefined {
  const found = at(value, name);
  return typeof found === 'string' ? found : undefined;
}
