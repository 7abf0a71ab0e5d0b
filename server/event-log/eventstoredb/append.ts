import { type AppendResult, EventLogUnavailable, type ExpectedRevision, type NewEvent } from '../../core/event-log.ts';
import type { WriteWatch } from '../write-watch.ts';
import { toEventData } from './events.ts';
import { reasonOf } from './failure.ts';
import { failureIn } from './probe.ts';
import { send } from './send.ts';
import type { Session } from './session.ts';
import { settle } from './settle.ts';

/** Appends the events. When the response is lost, determines whether they were written. */
export async function append(
  session: Session,
  watch: Pick<WriteWatch, 'failed'>,
  stream: string,
  events: readonly NewEvent[],
  expected: ExpectedRevision,
): Promise<AppendResult> {
  session.assertOpen();
  // The server would accept an empty append, and move the end of the log to a position without an event.
  if (events.length === 0) throw new RangeError(`An append to ${stream} needs at least one event`);
  const prepared = { stream, expected, ...toEventData(events) };
  return session.trackAppend(async () => {
    const attempt = await send(session, prepared);
    switch (attempt.kind) {
      case 'written':
        return attempt.result;
      case 'refused': {
        const failure = failureIn(attempt.error);
        if (failure) watch.failed(failure);
        throw attempt.error;
      }
      case 'unknown':
        return settle(session, prepared, attempt.cause).catch((error: unknown) => {
          if (error instanceof EventLogUnavailable) watch.failed({ code: 'NO_ANSWER', reason: error.message });
          throw error;
        });
      case 'not_reached': {
        const { cause } = attempt;
        watch.failed({ code: 'NO_ANSWER', reason: reasonOf(cause) });
        throw new EventLogUnavailable(`EventStoreDB does not answer: ${reasonOf(cause)}`, { cause });
      }
    }
  });
}
