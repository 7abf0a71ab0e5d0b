import { EventLogUnavailable, LogBehindCheckpoint } from '../../core/event-log.ts';
import { pause } from '../../core/timing/pause.ts';
import type { LogPlace } from './event-window.ts';
import { clientErrorOf, failureOf, isBadPosition, reasonOf } from './failure.ts';
import { assertInLog } from './in-log.ts';
import { startAfter } from './reads.ts';
import { Retries } from './retries.ts';
import type { Session } from './session.ts';
import { type ArrivedBatch, subscriptionBatches } from './subscription-batches.ts';

/** Receives in one line that a subscription lost its connection and when it retries. */
export type OnInterruption = (message: string) => void;

/**
 * All events after a place in the log. The client's subscriptions end with their connection; this one resumes after the
 * last position. Ends without an error when `signal` aborts or the log is closed.
 * @throws EventLogUnavailable when it cannot resume for `giveUpMs`, LogBehindCheckpoint
 */
export async function* resumedBatches(
  session: Session,
  start: LogPlace,
  signal: AbortSignal,
  onInterruption: OnInterruption,
): AsyncGenerator<ArrivedBatch, void, undefined> {
  const ended = AbortSignal.any([signal, session.closed]);
  const retries = new Retries(session.timing);
  let place = start;
  let isSuspect = false;
  while (!ended.aborted) {
    const { back } = session;
    try {
      for await (const batch of connectedBatches(session, place, isSuspect, ended)) {
        retries.received(batch.position !== place.position);
        place = { position: batch.position, positionId: batch.positionId ?? place.positionId };
        yield { ...batch, ...place };
      }
    } catch (error) {
      if (ended.aborted) return;
      if (error === serverIsBack) continue;
      if (error instanceof LogBehindCheckpoint) throw error;
      const cause = clientErrorOf(error);
      if (failureOf(cause).kind === 'denied') {
        throw new EventLogUnavailable(`EventStoreDB refuses a subscription: ${reasonOf(cause)}`, { cause: error });
      }
      isSuspect = isBadPosition(cause);
      const ms = retries.failed();
      if (ms === undefined) throw new EventLogUnavailable(lostConnection(session, cause), { cause: error });
      onInterruption(`The subscription to EventStoreDB was interrupted (${reasonOf(error)}): next try in ${ms} ms`);
      await pause(ms, AbortSignal.any([ended, back]));
    }
  }
}

const serverIsBack = new Error('The server answers again');

/**
 * One connection. What the server was asked while it was silent may never be answered.
 * @throws serverIsBack when it answers anything again before this has received a batch; what ends the connection
 */
async function* connectedBatches(
  session: Session,
  { position, positionId }: LogPlace,
  isSuspect: boolean,
  ended: AbortSignal,
): AsyncGenerator<ArrivedBatch, void, undefined> {
  const { back } = session;
  const unanswered = new AbortController();
  const abandon = () => unanswered.abort(serverIsBack);
  back.addEventListener('abort', abandon);
  const after = startAfter(position);
  try {
    if (after !== undefined) {
      await unlessAborted(assertInLog(session, { position: after, positionId }, isSuspect), unanswered.signal);
    }
    for await (const batch of subscriptionBatches(session, after, AbortSignal.any([ended, unanswered.signal]))) {
      back.removeEventListener('abort', abandon);
      yield batch;
    }
    unanswered.signal.throwIfAborted();
  } finally {
    back.removeEventListener('abort', abandon);
  }
}

const lostConnection = ({ connection, timing }: Session, cause: unknown): string =>
  `The connection to EventStoreDB at ${connection.hosts} is lost (${reasonOf(cause)}), and not restored within ${timing.giveUpMs / 1_000} s: check that it runs, and try again`;

/** @throws the signal's reason if it aborts first */
async function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  await Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', onAbort));
}
