import {
  EventLogUnavailable,
  LogBehindCheckpoint,
  type SubscribeOptions,
  type SubscriptionBatch,
} from '../../core/event-log.ts';
import { growingPause } from '../../core/timing/growing-pause.ts';
import { pause } from '../../core/timing/pause.ts';
import { clientErrorOf, failureOf, isBadPosition, reasonOf } from './failure.ts';
import { assertInLog } from './in-log.ts';
import { startAfter } from './reads.ts';
import type { Session } from './session.ts';
import { subscriptionBatches } from './subscription-batches.ts';

/** Told in one line that a subscription lost its connection and when it tries again. */
export type OnInterruption = (message: string) => void;

/** Subscriptions of the client end with their connection; this one begins them again where the last one got to. */
export async function* subscribe(
  session: Session,
  { after, afterId, filter = {}, signal }: SubscribeOptions,
  onInterruption: OnInterruption,
): AsyncGenerator<SubscriptionBatch, void, undefined> {
  const { firstPauseMs, maxPauseMs } = session.timing;
  const ended = AbortSignal.any([signal, session.closed]);
  let position = startAfter(after);
  let positionId = afterId;
  let suspect = false;
  let failures = 0;
  while (!ended.aborted) {
    let heldSince: number | undefined;
    try {
      if (position !== undefined) await assertInLog(session, { position, positionId }, suspect);
      for await (const batch of subscriptionBatches(session, position, filter, ended)) {
        heldSince ??= Date.now();
        if (batch.position !== position) failures = 0;
        positionId = batch.positionId ?? positionId;
        position = startAfter(batch.position);
        yield { ...batch, positionId };
      }
    } catch (error) {
      if (ended.aborted) return;
      if (error instanceof LogBehindCheckpoint) throw error;
      const cause = clientErrorOf(error);
      if (failureOf(cause).kind === 'denied') {
        throw new EventLogUnavailable(`EventStoreDB refuses a subscription: ${reasonOf(cause)}`, { cause: error });
      }
      suspect = isBadPosition(cause);
      if (heldSince !== undefined && Date.now() - heldSince > maxPauseMs) failures = 0;
      const ms = growingPause(failures++, firstPauseMs, maxPauseMs);
      onInterruption(`The subscription to EventStoreDB was interrupted (${reasonOf(error)}): next try in ${ms} ms`);
      await pause(ms, ended);
    }
  }
}
