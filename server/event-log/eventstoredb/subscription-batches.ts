import { type EventFilter, passes, type RecordedEvent, type SubscriptionBatch } from '../../core/event-log.ts';
import { Arrivals } from './arrivals.ts';
import { positionOf, toRecordedEvent } from './events.ts';
import type { Session } from './session.ts';

const maxBatch = 500;

/**
 * One subscription for as long as its connection holds, in batches of what has arrived; throws when the connection is
 * lost, returns when `signal` aborts. `filter` is applied here, not by the server, so that the position moves with every
 * event: only an event's own position is one to go on from.
 */
export async function* subscriptionBatches(
  session: Session,
  after: bigint | undefined,
  filter: EventFilter,
  signal: AbortSignal,
): AsyncGenerator<SubscriptionBatch, void, undefined> {
  const giveBack = await session.subscriptions.take();
  const arrivals = new Arrivals(session, after, signal);
  try {
    let position = after;
    let positionId: string | undefined;
    let toldCaughtUp = false;
    while (!signal.aborted) {
      const before = position;
      const events: RecordedEvent[] = [];
      for (const arrived of arrivals.take(maxBatch)) {
        const at = positionOf(arrived);
        if (!isPast(at, position)) continue;
        position = at;
        positionId = arrived.id;
        const event = toRecordedEvent(arrived);
        if (event !== undefined && passes(filter, event.type)) events.push(event);
      }
      const { caughtUp } = arrivals;
      if (position === before && (toldCaughtUp || !caughtUp)) {
        await arrivals.more();
        continue;
      }
      toldCaughtUp = caughtUp;
      yield { events, position: position ?? 0n, positionId, caughtUp };
    }
  } finally {
    arrivals.stop();
    giveBack();
  }
}

const isPast = (position: bigint, other: bigint | undefined): boolean => other === undefined || position > other;
