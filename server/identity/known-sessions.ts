import { LRUCache } from 'lru-cache';
import { type Clock, systemClock } from '../core/timing/clock.ts';
import { type AccountChecksOptions, startAccountChecks } from './account-checks.ts';
import type { Identity, User } from './identity.ts';
import { tokenHash } from './token-hash.ts';
import { TokenWatch } from './token-watch.ts';
import { createVerifiedTokens } from './verified-tokens.ts';

/** Longer than a repeated request and the sign-in that follows it. */
const keepMs = 60_000;
const maxKept = 1_000;
const notYetChanged = Number.POSITIVE_INFINITY;

export interface KnownSessionsOptions extends Pick<AccountChecksOptions, 'validSince' | 'warn'> {
  /** @throws InvalidToken, IdentityUnavailable */
  readonly verifyOnce: (token: string) => Promise<User>;
  readonly clock?: Clock;
}

/**
 * The sessions known to this process: verified tokens and the sockets that use them. They last until the token expires
 * or a check of the account shows that they were ended.
 */
export function createKnownSessions({ verifyOnce, validSince, warn, clock = systemClock }: KnownSessionsOptions): Pick<
  Identity,
  'cached' | 'verify' | 'watch' | 'keepSession' | 'recheckSessions'
> & {
  close(): void;
} {
  const tokens = createVerifiedTokens(verifyOnce, { clock });
  const watch = new TokenWatch(clock);
  /** Sessions that change their account, each with the time since which its other sessions are valid. */
  const kept = new LRUCache<string, number>({
    max: maxKept,
    ttl: keepMs,
    ttlResolution: 0,
    noUpdateTTL: true,
    perf: { now: clock.monotonicMs },
  });

  function inUse(): Map<string, number> {
    const oldest = new Map<string, number>();
    const add = ({ uid, signedInAt }: User) =>
      oldest.set(uid, Math.min(signedInAt, oldest.get(uid) ?? Number.POSITIVE_INFINITY));
    for (const user of tokens.refreshInUse((uid) => watch.has(uid))) add(user);
    for (const user of watch.users()) add(user);
    return oldest;
  }

  /**
   * Keeps the session that made the change which ends the others, and ends it at the next change. None outlives a deleted
   * or disabled account.
   * @returns false if it made none
   */
  function keep(hash: string, since: number): boolean {
    const own = kept.get(hash);
    if (own === undefined || since === Number.POSITIVE_INFINITY) return false;
    if (own === notYetChanged) kept.set(hash, since);
    return since <= own;
  }

  function end(uid: string, since: number): void {
    const ends = (hash: string, user: User) => user.signedInAt < since && !keep(hash, since);
    tokens.remove(uid, (token, user) => ends(tokenHash(token), user));
    watch.end(uid, ends);
  }

  const checks = startAccountChecks({ inUse, validSince, onEnded: end, warn });

  return {
    cached: tokens.cached,
    verify: tokens.verify,
    watch(token, user, onEnded) {
      const stop = watch.watch(token, user, onEnded);
      // The token was removed after its verification: its session may have ended.
      if (!tokens.has(token)) checks.check(user.uid);
      return stop;
    },
    keepSession: (token) => void kept.set(tokenHash(token), notYetChanged, { noUpdateTTL: false }),
    recheckSessions(uid) {
      if (uid !== undefined) tokens.remove(uid, (token) => !kept.has(tokenHash(token)));
      checks.check(uid);
    },
    close() {
      checks.close();
      watch.close();
    },
  };
}
