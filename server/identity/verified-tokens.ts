import { LRUCache } from 'lru-cache';
import { type Clock, Expiry, systemClock } from '../core/timing/clock.ts';
import { ExpiredToken, type Identity, IdentityUnavailable, InvalidToken, type User } from './identity.ts';
import { withIdentityTimeout } from './with-identity-timeout.ts';

const maxTokenLength = 8_192;
const jwt = /^[\w-]+\.[\w-]+\.[\w-]*$/;

const maxTokens = 10_000;
const maxTokensLength = 16 * 1024 * 1024;
/** Accounts of tokens used within this time are checked periodically; other tokens are verified again on their next use. */
const idleMs = 60_000;

const maxRefusals = 2_000;
const refusalTtlMs = 5_000;
const maxVerifications = 1_000;
const maxRemovals = 10_000;

export interface VerifiedTokensOptions {
  /** Time-out of one verification. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
}

export interface VerifiedTokens extends Pick<Identity, 'cached' | 'verify'> {
  has(token: string): boolean;
  /** Users of the tokens accepted without verification. @param isOnline true keeps a user's tokens in use */
  inUse(isOnline: (uid: string) => boolean): Iterable<User>;
  /** Removes the matching tokens of a user and discards verifications in progress, which may be out of date. */
  remove(uid: string, isRemoved: (token: string, user: User) => boolean): void;
}

interface VerifiedToken {
  readonly user: User;
  readonly expiry: Expiry;
  /** By the monotonic clock. */
  usedAt: number;
}

/**
 * Caches the result of `verifyOnce` until the token expires: every request carries a token, and verification takes a
 * signature check or a call to the identity service.
 * @param verifyOnce throws InvalidToken or IdentityUnavailable
 */
export function createVerifiedTokens(
  verifyOnce: (token: string) => Promise<User>,
  { timeoutMs = 5_000, clock = systemClock }: VerifiedTokensOptions = {},
): VerifiedTokens {
  const now = clock.monotonicMs;
  const tokens = new LRUCache<string, VerifiedToken>({
    max: maxTokens,
    maxSize: maxTokensLength,
    sizeCalculation: (_known, token) => token.length,
  });
  const refusals = new LRUCache<string, InvalidToken>({
    max: maxRefusals,
    ttl: refusalTtlMs,
    ttlResolution: 0,
    // Monotonic: if the wall clock were set back, an entry would outlive its TTL.
    perf: { now },
  });
  const inProgress = new Map<string, Promise<User>>();
  /** When a user's tokens were last removed. A verification that started earlier may have seen the old account. */
  const removedAt = new LRUCache<string, number>({ max: maxRemovals });

  async function verifyAndKeep(token: string): Promise<User> {
    const startedAt = now();
    try {
      const user = await verifyOnce(token);
      const expiry = new Expiry(user.expiresAt, clock);
      if (expiry.isOver) throw new ExpiredToken('The token has expired');
      if ((removedAt.get(user.uid) ?? Number.NEGATIVE_INFINITY) < startedAt) {
        tokens.set(token, { user, expiry, usedAt: now() });
      }
      return user;
    } catch (error) {
      if (error instanceof InvalidToken) {
        tokens.delete(token);
        // Not cached: expiry is checked locally, which costs no call, and by a clock that may be corrected.
        if (!(error instanceof ExpiredToken)) refusals.set(token, error);
      }
      throw error;
    }
  }

  /** Shares one verification among concurrent callers with the same token. */
  function check(token: string): Promise<User> {
    const pending = inProgress.get(token);
    if (pending !== undefined) return pending;
    if (inProgress.size >= maxVerifications) {
      return Promise.reject(new IdentityUnavailable('Too many tokens are being verified'));
    }
    const verification = verifyAndKeep(token).finally(() => inProgress.delete(token));
    inProgress.set(token, verification);
    return verification;
  }

  function unexpired(token: string): VerifiedToken | undefined {
    const known = tokens.get(token);
    if (!known?.expiry.isOver) return known;
    tokens.delete(token);
    return undefined;
  }

  const isIdle = ({ usedAt }: VerifiedToken) => now() - usedAt > idleMs;

  function use(known: VerifiedToken): User {
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
        return await withIdentityTimeout(timeoutMs, 'The identity service does not answer', check(token));
      } catch (error) {
        // The token was valid and has not expired: an outage of the identity service does not end a session.
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
