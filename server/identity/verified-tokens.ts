import { LRUCache } from 'lru-cache';
import { type Clock, Expiry, systemClock } from '../core/timing/clock.ts';
import { ExpiredToken, type Identity, IdentityUnavailable, InvalidToken, type User } from './identity.ts';
import { withIdentityTimeout } from './with-identity-timeout.ts';

const maxTokenLength = 8_192;
const jwt = /^[\w-]+\.[\w-]+\.[\w-]*$/;

const maxTokens = 10_000;
/** In characters. */
const maxTotalTokenLength = 16 * 1024 * 1024;
/**
 * Accounts of tokens used within this time are checked periodically; other tokens are verified again on their next use.
 */
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
  /**
   * The users of the cached tokens that were used recently. Refreshes the tokens of users for whom `isOnline` is true.
   */
  refreshInUse(isOnline: (uid: string) => boolean): Iterable<User>;
  /**
   * Removes the matching tokens of a user. The results of verifications in progress are not cached, because they may be
   * out of date.
   */
  remove(uid: string, shouldRemove: (token: string, user: User) => boolean): void;
}

interface VerifiedToken {
  readonly user: User;
  readonly expiry: Expiry;
  /** By the monotonic clock. */
  usedAtMs: number;
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
    maxSize: maxTotalTokenLength,
    sizeCalculation: (_entry, token) => token.length,
  });
  const refusals = new LRUCache<string, InvalidToken>({
    max: maxRefusals,
    ttl: refusalTtlMs,
    ttlResolution: 0,
    perf: { now },
  });
  const inProgress = new Map<string, Promise<User>>();
  /** When a user's tokens were last removed. A verification that started earlier may have seen the old account. */
  const removedAt = new LRUCache<string, number>({ max: maxRemovals });

  async function verifyAndCache(token: string): Promise<User> {
    const startedAt = now();
    try {
      const user = await verifyOnce(token);
      const expiry = new Expiry(user.expiresAt, clock);
      if (expiry.isOver) throw new ExpiredToken('The token has expired');
      if ((removedAt.get(user.uid) ?? Number.NEGATIVE_INFINITY) < startedAt) {
        tokens.set(token, { user, expiry, usedAtMs: now() });
      }
      return user;
    } catch (error) {
      if (error instanceof InvalidToken) {
        tokens.delete(token);
        // An expiry is not cached: checking it needs no call, and the clock may be corrected.
        if (!(error instanceof ExpiredToken)) refusals.set(token, error);
      }
      throw error;
    }
  }

  /** Shares one verification among concurrent callers with the same token. */
  function verifyShared(token: string): Promise<User> {
    const pending = inProgress.get(token);
    if (pending !== undefined) return pending;
    if (inProgress.size >= maxVerifications) {
      return Promise.reject(new IdentityUnavailable('Too many tokens are being verified'));
    }
    const verification = verifyAndCache(token).finally(() => inProgress.delete(token));
    inProgress.set(token, verification);
    return verification;
  }

  function unexpired(token: string): VerifiedToken | undefined {
    const entry = tokens.get(token);
    if (!entry?.expiry.isOver) return entry;
    tokens.delete(token);
    return undefined;
  }

  const isIdle = ({ usedAtMs }: VerifiedToken) => now() - usedAtMs > idleMs;

  function use(entry: VerifiedToken): User {
    entry.usedAtMs = now();
    return entry.user;
  }

  function cached(token: string): User | undefined {
    const entry = unexpired(token);
    return entry === undefined || isIdle(entry) ? undefined : use(entry);
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
        return await withIdentityTimeout(timeoutMs, 'The identity service does not answer', verifyShared(token));
      } catch (error) {
        // The token was valid and has not expired: an outage of the identity service does not end a session.
        const idle = error instanceof IdentityUnavailable ? unexpired(token) : undefined;
        if (idle) return use(idle);
        throw error;
      }
    },
    has: (token) => tokens.has(token),
    *refreshInUse(isOnline) {
      for (const entry of tokens.values()) {
        if (isIdle(entry)) continue;
        if (isOnline(entry.user.uid)) use(entry);
        yield entry.user;
      }
    },
    remove(uid, shouldRemove) {
      removedAt.set(uid, now());
      for (const [token, { user }] of tokens.entries()) {
        if (user.uid === uid && shouldRemove(token, user)) tokens.delete(token);
      }
    },
  };
}
