import {
  EventLogUnavailable,
  LogBehindCheckpoint,
  type SubscribeOptions,
  type SubscriptionBatch,
} from '../../core/event-log.ts';
import { backoffMs } from '../../core/timing/backoff.ts';
import { pause } from '../../core/timing/pause.ts';
import { clientErrorOf, failureOf, isBadPosition, reasonOf } from './failure.ts';
import { assertInLog } from './in-log.ts';
import { startAfter } from './reads.ts';
import type { Session } from './session.ts';
import { subscriptionBatches } from './subscription-batches.ts';

/** Receives in one line that a subscription lost its connection and when it retries. */
export type OnInterruption = (message: string) => void;

/**
 * The client's subscriptions end with their connection; this one resumes after the last position.
 * @throws EventLogUnavailable when it cannot for `giveUpMs`, LogBehindCheckpoint
 */
export async function* subscribe(
  session: Session,
  { after, afterId, filter = {}, signal }: SubscribeOptions,
  onInterruption: OnInterruption,
): AsyncGenerator<SubscriptionBatch, void, undefined> {
  const { firstPauseMs, maxPauseMs, giveUpMs } = session.timing;
  const ended = AbortSignal.any([signal, session.closed]);
  let position = startAfter(after);
  let positionId = afterId;
  let isSuspect = false;
  let failures = 0;
  let interruptedAtMs: number | undefined;
  while (!ended.aborted) {
    let connectedAtMs: number | undefined;
    const { back } = session;
    // What the server was asked while it was silent may never be answered: ask again once it answers anything.
    const attempt = new AbortController();
    const endAttempt = () => connectedAtMs ?? attempt.abort();
    back.addEventListener('abort', endAttempt);
    try {
      if (position !== undefined) {
        await unlessAborted(assertInLog(session, { position, positionId }, isSuspect), attempt.signal);
      }
      for await (const batch of subscriptionBatches(
        session,
        position,
        filter,
        AbortSignal.any([ended, attempt.signal]),
      )) {
        connectedAtMs ??= Date.now();
        interruptedAtMs = undefined;
        if (batch.position !== position) failures = 0;
        positionId = batch.positionId ?? positionId;
        position = startAfter(batch.position);
        yield { ...batch, positionId };
      }
    } catch (error) {
      if (ended.aborted) return;
      if (attempt.signal.aborted) continue;
      if (error instanceof LogBehindCheckpoint) throw error;
      const cause = clientErrorOf(error);
      if (failureOf(cause).kind === 'denied') {
        throw new EventLogUnavailable(`EventStoreDB refuses a subscription: ${reasonOf(cause)}`, { cause: error });
      }
      isSuspect = isBadPosition(cause);
      if (connectedAtMs !== undefined && Date.now() - connectedAtMs > maxPauseMs) failures = 0;
      interruptedAtMs ??= Date.now();
      const leftMs = interruptedAtMs + giveUpMs - Date.now();
      if (leftMs <= 0) throw new EventLogUnavailable(lostConnection(session, cause), { cause: error });
      const ms = Math.min(leftMs, backoffMs(failures++, firstPauseMs, maxPauseMs));
      onInterruption(`The subscription to EventStoreDB was interrupted (${reasonOf(error)}): next try in ${ms} ms`);
      await pause(ms, AbortSignal.any([ended, back]));
    } finally {
      back.removeEventListener('abort', endAttempt);
    }
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
