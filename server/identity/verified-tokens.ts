import { LRUCache } from 'lru-cache';
import { type Clock, Expiry, systemClock } from '../core/timing/clock.ts';
import { ExpiredToken, type Identity, IdentityUnavailable, InvalidToken, type User } from './identity.ts';
import { within } from './within.ts';

const maxTokenLength = 8_192;
const jwt = /^[\w-]+\.[\w-]+\.[\w-]*$/;

const maxTokens = 10_000;
const maxTokensLength = 16 * 1024 * 1024;
/** The accounts of tokens used within this time are checked all the time; other tokens are verified before they are accepted again. */
const idleMs = 60_000;

const maxRefusals = 2_000;
const refusalMs = 5_000;
const maxUnderWay = 1_000;
const maxSuspicions = 10_000;

export interface VerifiedTokensOptions {
  /** Time-out of one verification. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
}

export interface VerifiedTokens extends Pick<Identity, 'cached' | 'verify'> {
  has(token: string): boolean;
  /** The users of the tokens that are accepted without a verification. @param isOnline keeps a user's tokens in use */
  inUse(isOnline: (uid: string) => boolean): Iterable<User>;
  /** Removes those of a user's tokens, and whatever is being found out about them: it may be out of date. */
  remove(uid: string, isRemoved: (token: string, user: User) => boolean): void;
}

interface Known {
  readonly user: User;
  readonly expiry: Expiry;
  /** By the monotonic clock. */
  usedAt: number;
}

/**
 * Keeps what `verifyOnce` found out about a token until the token expires: verifying takes a signature or a call to the
 * identity service, and every request carries a token.
 * @param verifyOnce throws InvalidToken or IdentityUnavailable
 */
export function createVerifiedTokens(
  verifyOnce: (token: string) => Promise<User>,
  { timeoutMs = 5_000, clock = systemClock }: VerifiedTokensOptions = {},
): VerifiedTokens {
  const now = clock.monotonicMs;
  const tokens = new LRUCache<string, Known>({
    max: maxTokens,
    maxSize: maxTokensLength,
    sizeCalculation: (_known, token) => token.length,
  });
  const refusals = new LRUCache<string, InvalidToken>({
    max: maxRefusals,
    ttl: refusalMs,
    ttlResolution: 0,
    // The wall clock may be set back, and an entry would then stay for as long as it was ahead.
    perf: { now },
  });
  const underWay = new Map<string, Promise<User>>();
  /** When tokens of a user were last removed. A verification that began before that may have seen the account as it was. */
  const removedAt = new LRUCache<string, number>({ max: maxSuspicions });

  async function verifyAndKeep(token: string): Promise<User> {
    const beganAt = now();
    try {
      const user = await verifyOnce(token);
      const expiry = new Expiry(user.expiresAt, clock);
      if (expiry.isOver) throw new ExpiredToken('The token has expired');
      if ((removedAt.get(user.uid) ?? Number.NEGATIVE_INFINITY) < beganAt) {
        tokens.set(token, { user, expiry, usedAt: now() });
      }
      return user;
    } catch (error) {
      if (error instanceof InvalidToken) {
        tokens.delete(token);
        // Whether a token has expired is found out here, by a clock that may be wrong: that costs no call to ask again.
        if (!(error instanceof ExpiredToken)) refusals.set(token, error);
      }
      throw error;
    }
  }

  /** The same call for all who ask for one token at a time. */
  function check(token: string): Promise<User> {
    const running = underWay.get(token);
    if (running !== undefined) return running;
    if (underWay.size >= maxUnderWay) {
      return Promise.reject(new IdentityUnavailable('Too many tokens are being verified'));
    }
    const checked = verifyAndKeep(token).finally(() => underWay.delete(token));
    underWay.set(token, checked);
    return checked;
  }

  function unexpired(token: string): Known | undefined {
    const known = tokens.get(token);
    if (!known?.expiry.isOver) return known;
    tokens.delete(token);
    return undefined;
  }

  const isIdle = ({ usedAt }: Known) => now() - usedAt > idleMs;

  function use(known: Known): User {
    known.usedAt = now();
    return known.user;
  }

  function cached(token: string): User | undefined {
    const known = unexpired(token);
    return known === undefined || isIdle(known) ? undefined : use(known);
  }

  return {
    cached,
    async verify(token) {
      if (token.length > maxTokenLength || !jwt.test(token)) throw new InvalidToken('This is not a token');
      const user = cached(token);
      if (user) return user;
      const refusal = refusals.get(token);
      if (refusal) throw refusal;
      try {
        return await within(timeoutMs, 'The identity service does not answer', check(token));
      } catch (error) {
        // Its signature was good and it has not expired: a pause of the identity service does not end a session.
        const idle = error instanceof IdentityUnavailable ? unexpired(token) : undefined;
        if (idle) return use(idle);
        throw error;
      }
    },
    has: (token) => tokens.has(token),
    *inUse(isOnline) {
      for (const known of tokens.values()) {
        if (isIdle(known)) continue;
        if (isOnline(known.user.uid)) use(known);
        yield known.user;
      }
    },
    remove(uid, isRemoved) {
      removedAt.set(uid, now());
      for (const [token, { user }] of tokens.entries()) {
        if (user.uid === uid && isRemoved(token, user)) tokens.delete(token);
      }
    },
  };
}
