import { LRUCache } from 'lru-cache';
import { type Identity, IdentityUnavailable, InvalidToken, type User } from './identity.ts';
import { within } from './within.ts';

const maxTokenLength = 8_192;
const jwt = /^[\w-]+\.[\w-]+\.[\w-]*$/;

const maxTokens = 10_000;
const maxTokensLength = 16 * 1024 * 1024;
/** A token in use is verified again this often, so that a revoked session ends although its token has not expired. */
const recheckMs = 5 * 60_000;
/** One that was not looked at for so long is verified before it is accepted again. */
const staleMs = 2 * recheckMs;
const recheckPauseMs = 30_000;

const maxRefusals = 2_000;
const refusalMs = 5_000;
const maxUnderWay = 1_000;

export interface VerifiedTokensOptions {
  /** Time-out of one verification. */
  readonly timeoutMs?: number;
  readonly now?: () => number;
}

interface Known {
  readonly user: User;
  readonly verifiedAt: number;
  recheckAt: number;
}

/**
 * Remembers what `verifyOnce` said of a token until the token expires: verifying takes a signature or a call to the
 * identity service, and every request carries a token.
 * @param verifyOnce throws InvalidToken or IdentityUnavailable
 */
export function createVerifiedTokens(
  verifyOnce: (token: string) => Promise<User>,
  { timeoutMs = 5_000, now = Date.now }: VerifiedTokensOptions = {},
): Pick<Identity, 'cached' | 'verify' | 'recheckOthers'> {
  const tokens = new LRUCache<string, Known>({
    max: maxTokens,
    maxSize: maxTokensLength,
    sizeCalculation: (_known, token) => token.length,
  });
  const refusals = new LRUCache<string, InvalidToken>({
    max: maxRefusals,
    ttl: refusalMs,
    ttlResolution: 0,
    perf: { now },
  });
  const underWay = new Map<string, Promise<User>>();

  /** The same call for all who ask for one token at a time. */
  function check(token: string): Promise<User> {
    const running = underWay.get(token);
    if (running !== undefined) return running;
    if (underWay.size >= maxUnderWay) {
      return Promise.reject(new IdentityUnavailable('Too many tokens are being verified'));
    }
    const checked = verifyOnce(token)
      .then(
        (user) => {
          if (user.expiresAt <= now()) throw new InvalidToken('The token has expired');
          tokens.set(token, { user, verifiedAt: now(), recheckAt: now() + recheckMs });
          return user;
        },
        (error: unknown) => {
          if (error instanceof InvalidToken) {
            tokens.delete(token);
            refusals.set(token, error);
          }
          throw error;
        },
      )
      .finally(() => underWay.delete(token));
    underWay.set(token, checked);
    return checked;
  }

  function unexpired(token: string, at: number): Known | undefined {
    const known = tokens.get(token);
    if (known === undefined || known.user.expiresAt > at) return known;
    tokens.delete(token);
    return undefined;
  }

  function cached(token: string): User | undefined {
    const at = now();
    const known = unexpired(token, at);
    if (known === undefined || at - known.verifiedAt > staleMs) return undefined;
    if (at >= known.recheckAt) {
      known.recheckAt = at + recheckPauseMs;
      check(token).catch(() => undefined);
    }
    return known.user;
  }

  return {
    cached,
    recheckOthers(uid, token) {
      for (const [other, { user }] of tokens.entries()) if (user.uid === uid && other !== token) tokens.delete(other);
    },
    async verify(token) {
      if (token.length > maxTokenLength || !jwt.test(token)) throw new InvalidToken('This is not a token');
      const user = cached(token);
      if (user) return user;
      const refusal = refusals.get(token);
      if (refusal) throw refusal;
      const stale = unexpired(token, now());
      try {
        return await within(timeoutMs, 'The identity service does not answer', check(token));
      } catch (error) {
        // Its signature was good and it has not expired: a pause of the identity service does not end a session.
        if (stale && error instanceof IdentityUnavailable) return stale.user;
        throw error;
      }
    },
  };
}
