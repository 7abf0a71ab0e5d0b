import { backoffMs } from '../core/timing/backoff.ts';
import { withIdentityTimeout } from './with-identity-timeout.ts';

/** If a call takes no longer than this, a session that was ended elsewhere ends here within five seconds. */
const checkIntervalMs = 2_500;
/** While the identity service does not respond. */
const maxPauseMs = 30_000;
/** Maximum accounts per call: Firebase's limit. */
const accountsPerCall = 100;
/** Concurrent calls: checks 20,000 accounts in 2 s at 0.1 s per call. */
const maxConcurrentCalls = 10;
const callTimeoutMs = 5_000;
/** Consecutive failures until a warning: a restart causes fewer. */
const failuresUntilWarning = 3;

export interface AccountChecksOptions {
  /** Users with sessions here, and the start of each user's oldest session, in ms since the epoch. */
  readonly inUse: () => ReadonlyMap<string, number>;
  /**
   * For each account: sessions that started before this time, in ms since the epoch, have ended. Infinity, or a missing
   * account: all sessions have ended. At most 100 uids.
   */
  readonly validSince: (uids: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Called when the user's sessions that started before `validSince` have ended. */
  readonly onEnded: (uid: string, validSince: number) => void;
  readonly warn: (message: string) => void;
}

export interface AccountChecks {
  /** Checks one account, or all accounts in use, immediately. */
  check(uid?: string): void;
  close(): void;
}

/**
 * Polls the identity service about the accounts in use: every 2.5 s, with one call per 100 accounts. An outage signs
 * nobody out.
 */
export function startAccountChecks({ inUse, validSince, onEnded, warn }: AccountChecksOptions): AccountChecks {
  /** Accounts to check, with the start of the oldest session. */
  const queue = new Map<string, number>();
  let calls = 0;
  let failures = 0;
  let isClosed = false;
  let timer = setTimeout(repeat, checkIntervalMs).unref();

  function nextBatch(): [uid: string, oldest: number][] {
    const batch: [string, number][] = [];
    for (const account of queue) {
      if (batch.push(account) === accountsPerCall) break;
    }
    for (const [uid] of batch) queue.delete(uid);
    return batch;
  }

  /** Processes the queue until it is empty. @throws when the service does not respond; the next round retries */
  async function processQueue(): Promise<void> {
    calls += 1;
    try {
      while (queue.size > 0 && !isClosed) {
        const batch = nextBatch();
        const uids = batch.map(([uid]) => uid);
        const validSinceByUid = await withIdentityTimeout(
          callTimeoutMs,
          'Accounts could not be checked in time',
          validSince(uids),
        );
        if (isClosed) return;
        for (const [uid, oldest] of batch) {
          const since = validSinceByUid.get(uid) ?? Number.POSITIVE_INFINITY;
          if (oldest < since) onEnded(uid, since);
        }
      }
    } catch (error) {
      queue.clear();
      throw error;
    } finally {
      calls -= 1;
    }
  }

  async function processConcurrently(): Promise<void> {
    const workers = Math.min(Math.ceil(queue.size / accountsPerCall), maxConcurrentCalls - calls);
    await Promise.all(Array.from({ length: workers }, processQueue));
  }

  async function repeat(): Promise<void> {
    for (const [uid, oldest] of inUse()) queue.set(uid, oldest);
    try {
      await processConcurrently();
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === failuresUntilWarning) {
        warn(`Accounts cannot be checked for ended sessions (${String(error)}); retrying`);
      }
    }
    if (!isClosed) timer = setTimeout(repeat, failures === 0 ? checkIntervalMs : retryPauseMs(failures)).unref();
  }

  return {
    check(uid) {
      if (uid === undefined) for (const [each, oldest] of inUse()) queue.set(each, oldest);
      else queue.set(uid, Number.NEGATIVE_INFINITY);
      // The next round reports a failure.
      processConcurrently().catch(() => undefined);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      queue.clear();
    },
  };
}

const retryPauseMs = (failures: number): number => backoffMs(failures, checkIntervalMs, maxPauseMs);
