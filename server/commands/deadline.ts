import { EventLogUnavailable } from '../core/event-log.ts';
import { TimedOut, withTimeout } from '../core/timing/with-timeout.ts';

/** The maximum time that a sender waits, from the arrival of its request, including the time in which it waits for others. */
export const maxWaitMs = 10_000;

/** How long to wait, in ms: until a deadline in ms of `performance.now()`, if there is one; at least 0, at most `maxMs`. */
export const msUntil = (deadline: number | undefined, maxMs = maxWaitMs): number =>
  deadline === undefined ? maxMs : Math.min(Math.max(deadline - performance.now(), 0), maxMs);

/** Settles as a read of the log does. @throws EventLogUnavailable at the deadline */
export async function untilDeadline<T>(reading: Promise<T>, deadline: number | undefined): Promise<T> {
  try {
    return await withTimeout(reading, msUntil(deadline));
  } catch (error) {
    if (!(error instanceof TimedOut)) throw error;
    throw new EventLogUnavailable('The event log did not answer in time: make the same call again', { cause: error });
  }
}
