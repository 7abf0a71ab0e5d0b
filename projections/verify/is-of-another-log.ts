import { type EventLog, LogBehindCheckpoint, type ReadableLog } from '../../server/core/event-log.ts';
import type { ReadModel } from '../read-models/read-model-store.ts';
import { assertInLog } from '../runner/log-steps.ts';

/**
 * Whether the log has another event at the position of a stored model, as after a move of the log. One that ends before the
 * position may have lost events: that is a finding.
 * @throws EventLogUnavailable, and the signal's reason
 */
export async function isOfAnotherLog(
  log: Pick<EventLog & ReadableLog, 'head' | 'subscribe'>,
  model: Pick<ReadModel, 'committed'>,
  signal: AbortSignal,
): Promise<boolean> {
  const [checkpoint, head] = [await model.committed(), await log.head()];
  if (checkpoint === undefined || head === undefined || checkpoint.position > head) return false;
  return assertInLog(log, checkpoint, signal).then(
    () => false,
    (error: unknown) => {
      if (error instanceof LogBehindCheckpoint) return true;
      throw error;
    },
  );
}
