import type { RecordedEvent, SubscriptionBatch } from '../../core/event-log.ts';
import { Arrivals } from './arrivals.ts';
import { positionOf, toRecordedEvent } from './events.ts';
import type { Session } from './session.ts';

const maxBatch = 500;

/** All events of this application up to a position, which may be that of another application's event. */
export type ArrivedBatch = SubscriptionBatch;

/**
 * One subscription over one connection, in batches of the events that have arrived. Throws when the connection is lost,
 * returns when `signal` aborts.
 */
export async function* subscriptionBatches(
  session: Session,
  after: bigint | undefined,
  signal: AbortSignal,
): AsyncGenerator<ArrivedBatch, void, undefined> {
  const release = await session.subscriptions.take();
  let arrivals: Arrivals | undefined;
  try {
    arrivals = new Arrivals(session, after, signal);
    let position = after;
    let positionId: string | undefined;
    let reportedCaughtUp = false;
    while (!signal.aborted) {
      const before = position;
      const events: RecordedEvent[] = [];
      for (const arrived of arrivals.take(maxBatch)) {
        const at = positionOf(arrived);
        if (!isPast(at, position)) continue;
        position = at;
        positionId = arrived.id;
        const event = toRecordedEvent(arrived);
        if (event !== undefined) events.push(event);
      }
      const { caughtUp } = arrivals;
      if (position === before && (reportedCaughtUp || !caughtUp)) {
        await arrivals.more();
        continue;
      }
      reportedCaughtUp = caughtUp;
      yield { events, position: position ?? 0n, positionId, caughtUp };
    }
  } finally {
    arrivals?.stop();
    release();
  }
}

const isPast = (position: bigint, other: bigint | undefined): boolean => other === undefined || position > other;
