import { setImmediate as immediate } from 'node:timers/promises';
import {
  isLogOutage,
  LogBehindCheckpoint,
  matchesFilter,
  type SubscribeOptions,
  type SubscriptionBatch,
} from '../../core/event-log.ts';
import { backoffMs } from '../../core/timing/backoff.ts';
import { WakeUp } from '../../core/timing/wake-up.ts';
import type { Selection } from './log-page.ts';
import type { LogPages } from './log-pages.ts';
import type { Notifier } from './notifier.ts';
import type { RecentEvents } from './recent-events.ts';

export interface FollowedLog {
  /** Events that `recent` no longer keeps. */
  readonly older: Pick<LogPages, 'page'>;
  readonly recent: RecentEvents;
  /** @throws EventLogUnavailable */
  idAt(position: number): string | undefined;
  /** Notifies after each commit and when the log closes. */
  readonly notifier: Notifier;
  isClosed(): boolean;
}

/** Pauses between retries of a failed read. */
const retryMs = { first: 50, longest: 5000 };

/**
 * Follows the log at the consumer's pace, without a queue. Recent events come from memory, older ones from the file, a
 * page at a time. Both are read after the last yielded position, so that no event is skipped or repeated when the
 * source changes.
 */
export async function* follow(log: FollowedLog, options: SubscribeOptions): AsyncGenerator<SubscriptionBatch, void> {
  const { older, recent, notifier } = log;
  const { filter = {}, signal } = options;
  let position = Number(options.after ?? 0n);
  let positionId = options.afterId;
  const isOtherLog = positionId !== undefined && position <= recent.head && log.idAt(position) !== positionId;
  if (position > recent.head || isOtherLog) throw new LogBehindCheckpoint(BigInt(position), recent.headPosition);

  const isOpen = () => !signal.aborted && !log.isClosed();
  const wakeUp = new WakeUp(signal);
  const stopListening = notifier.listen(wakeUp.notify);

  const recentPage = (): Selection | undefined => {
    const events = recent.after(position);
    if (events === undefined) return undefined;
    const matching = events.filter((event) => matchesFilter(filter, event.type));
    return { events: matching, position: recent.head, positionId: events.at(-1)?.id };
  };
  /** Notifications do not end the pause: a read at each commit would burden a failing disk. */
  const pauseFor = async (ms: number): Promise<void> => {
    const until = performance.now() + ms;
    for (let left = ms; left > 0 && isOpen(); left = until - performance.now()) await wakeUp.wait(left);
  };
  /** Retries without limit, except at damage; undefined when the subscription ends meanwhile. */
  const olderPage = async (): Promise<Selection | undefined> => {
    for (let failures = 0; isOpen(); failures++) {
      try {
        return (await older.page(position)).select(filter);
      } catch (error) {
        if (!isLogOutage(error)) throw error;
        await pauseFor(backoffMs(failures, retryMs.first, retryMs.longest));
      }
    }
    return undefined;
  };

  try {
    // The first batch is yielded even if empty, so that a consumer that starts at the end learns that it is caught up.
    for (let started = false; isOpen(); started = true) {
      if (started && position === recent.head) {
        await wakeUp.wait();
        continue;
      }
      let page = recentPage();
      if (started && page?.events.length === 0) {
        // Nothing matches: let consumers of the committed events run first, and cover later commits in the same batch.
        await immediate();
        if (!isOpen()) return;
        page = recentPage();
      }
      page ??= await olderPage();
      if (page === undefined) return;
      positionId = page.position === position ? (page.positionId ?? positionId) : page.positionId;
      position = page.position;
      yield { events: page.events, position: BigInt(position), positionId, caughtUp: position === recent.head };
    }
  } finally {
    stopListening();
    wakeUp.close();
  }
}
