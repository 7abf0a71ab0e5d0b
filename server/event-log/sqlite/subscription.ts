import { setImmediate as immediate } from 'node:timers/promises';
import {
  EventLogUnavailable,
  LogBehindCheckpoint,
  passes,
  type RecordedEvent,
  type SubscribeOptions,
  type SubscriptionBatch,
} from '../../core/event-log.ts';
import { growingPause } from '../../core/timing/growing-pause.ts';
import { WakeUp } from '../../core/timing/wake-up.ts';
import type { LogPages } from './log-pages.ts';
import type { News } from './news.ts';
import type { RecentEvents } from './recent-events.ts';

export interface Followed {
  /** What is not recent any more. */
  readonly older: Pick<LogPages, 'page'>;
  readonly recent: RecentEvents;
  /** @throws EventLogUnavailable */
  idAt(position: number): string | undefined;
  /** Told after each commit and when the log closes. */
  readonly news: News;
  isClosed(): boolean;
}

/** What of the log comes next. */
interface Page {
  readonly events: readonly RecordedEvent[];
  /** All that matches up to here is in this page, or was before it. */
  readonly position: number;
  /** Of the event at `position`. */
  readonly positionId: string | undefined;
}

/** Between tries to read a file that cannot be read: at first, and at most. */
const retryMs = { first: 50, longest: 5000 };

/**
 * Follows the log at the consumer's pace: nothing is queued for it. What is recent comes from memory, what is older
 * from the file, a page at a time. Either way it is all that follows the position reached before, so that there is no
 * seam at which an event could be missed or come twice.
 */
export async function* follow(log: Followed, options: SubscribeOptions): AsyncGenerator<SubscriptionBatch, void> {
  const { older, recent, news } = log;
  const { filter = {}, signal } = options;
  let position = Number(options.after ?? 0n);
  let positionId = options.afterId;
  const isOtherLog = positionId !== undefined && position <= recent.head && log.idAt(position) !== positionId;
  if (position > recent.head || isOtherLog) throw new LogBehindCheckpoint(BigInt(position), recent.headPosition);

  const isOpen = () => !signal.aborted && !log.isClosed();
  const wakeUp = new WakeUp(signal);
  const stopListening = news.listen(wakeUp.announce);

  const recentPage = (): Page | undefined => {
    const events = recent.after(position);
    if (events === undefined) return undefined;
    const matching = events.filter((event) => passes(filter, event.type));
    return { events: matching, position: recent.head, positionId: events.at(-1)?.id };
  };
  /** News do not end it: who asks for them at each commit wears out a disk that fails. */
  const waitOut = async (ms: number): Promise<void> => {
    const until = performance.now() + ms;
    for (let left = ms; left > 0 && isOpen(); left = until - performance.now()) await wakeUp.wait(left);
  };
  /** Tried for as long as it takes; undefined when the subscription ends meanwhile. */
  const olderPage = async (): Promise<Page | undefined> => {
    for (let failures = 0; isOpen(); failures++) {
      try {
        const page = await older.page(position);
        return { events: page.matching(filter), position: page.position, positionId: page.positionId };
      } catch (error) {
        if (!(error instanceof EventLogUnavailable)) throw error;
        await waitOut(growingPause(failures, retryMs.first, retryMs.longest));
      }
    }
    return undefined;
  };

  try {
    // The first batch comes in any case, so that who starts at the end is told that nothing is left.
    for (let started = false; isOpen(); started = true) {
      if (started && position === recent.head) {
        await wakeUp.wait();
        continue;
      }
      let page = recentPage();
      if (started && page?.events.length === 0) {
        // Who has something to do with what was committed goes first; what comes meanwhile comes along.
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
