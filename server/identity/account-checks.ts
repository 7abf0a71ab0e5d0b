import { growingPause } from '../core/timing/growing-pause.ts';
import { within } from './within.ts';

/** With a call's time below it, a session that was ended elsewhere ends here within five seconds. */
const pauseMs = 2_500;
/** While the identity service does not answer. */
const longestPauseMs = 30_000;
/** Maximum of accounts per call: Firebase's limit. */
const accountsPerCall = 100;
/** Twenty thousand accounts at a tenth of a second a call are checked in two seconds. */
const maxCalls = 10;
const callMs = 5_000;
/** Failures in a row until a warning: a restart causes fewer. */
const failuresUntilWarning = 3;

export interface AccountChecksOptions {
  /** The users whose sessions are open here, and when the oldest session of each began (ms since the epoch). */
  readonly inUse: () => ReadonlyMap<string, number>;
  /**
   * From when on the sessions of accounts count (ms since the epoch); Infinity, or no answer for an account: none of them
   * does. At most 100 uids.
   */
  readonly validSince: (uids: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Sessions of the user that began before `validSince` have ended. */
  readonly onEnded: (uid: string, validSince: number) => void;
  readonly warn: (message: string) => void;
}

export interface AccountChecks {
  /** Checks an account at once; all that are in use where none is named. */
  check(uid?: string): void;
  close(): void;
}

/**
 * Asks the identity service again and again about the accounts in use: a call for a hundred accounts, every two and
 * a half seconds. While it does not answer nobody is signed out.
 */
export function startAccountChecks({ inUse, validSince, onEnded, warn }: AccountChecksOptions): AccountChecks {
  /** Still to be asked about, with the beginning of the oldest session. */
  const queue = new Map<string, number>();
  let calls = 0;
  let failures = 0;
  let isClosed = false;
  let timer = setTimeout(repeat, pauseMs).unref();

  function nextBatch(): [uid: string, oldest: number][] {
    const batch: [string, number][] = [];
    for (const account of queue) {
      if (batch.push(account) === accountsPerCall) break;
    }
    for (const [uid] of batch) queue.delete(uid);
    return batch;
  }

  /** Works on the queue until it is empty. @throws when the service does not answer; the next round asks again */
  async function work(): Promise<void> {
    calls += 1;
    try {
      while (queue.size > 0 && !isClosed) {
        const batch = nextBatch();
        const uids = batch.map(([uid]) => uid);
        const answers = await within(callMs, 'Accounts could not be checked in time', validSince(uids));
        if (isClosed) return;
        for (const [uid, oldest] of batch) {
          const since = answers.get(uid) ?? Number.POSITIVE_INFINITY;
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

  async function workTogether(): Promise<void> {
    const wanted = Math.min(Math.ceil(queue.size / accountsPerCall), maxCalls - calls);
    await Promise.all(Array.from({ length: wanted }, work));
  }

  async function repeat(): Promise<void> {
    for (const [uid, oldest] of inUse()) queue.set(uid, oldest);
    try {
      await workTogether();
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === failuresUntilWarning) {
        warn(`Whether sessions were ended cannot be checked (${String(error)}); this is tried again`);
      }
    }
    if (!isClosed) timer = setTimeout(repeat, failures === 0 ? pauseMs : retryPause(failures)).unref();
  }

  return {
    check(uid) {
      if (uid === undefined) for (const [each, oldest] of inUse()) queue.set(each, oldest);
      else queue.set(uid, Number.NEGATIVE_INFINITY);
      // A failure is found by the next round, too.
      workTogether().catch(() => undefined);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      queue.clear();
    },
  };
}

const retryPause = (failures: number): number => growingPause(failures, pauseMs, longestPauseMs);
