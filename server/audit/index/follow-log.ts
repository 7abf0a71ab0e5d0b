import { LogBehindCheckpoint, type ReadableLog } from '../../core/event-log.ts';
import { type AuditIndex, IndexMoved } from './audit-index.ts';

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Ends at the head of the log. Default: continues with new events until `signal` aborts. */
  readonly untilCaughtUp?: boolean;
  /** Called after each batch with the number of events that it had. */
  readonly onIndexed?: (events: number) => void;
}

/**
 * Adds the events of the log that the index does not have. Several processes may do so at once: one of them adds each
 * batch. Starts over when the log was replaced by another one.
 */
export async function followLog(log: ReadableLog, index: AuditIndex, options: FollowOptions): Promise<void> {
  for (;;) {
    try {
      return await addBatches(log, index, options);
    } catch (error) {
      if (error instanceof LogBehindCheckpoint) index.clear();
      else if (!(error instanceof IndexMoved)) throw error;
    }
  }
}

async function addBatches(log: ReadableLog, index: AuditIndex, options: FollowOptions): Promise<void> {
  const { signal, untilCaughtUp = false, onIndexed } = options;
  const done = index.progress();
  let position = done?.position;
  const after = done && { after: done.position, afterId: done.eventId };
  for await (const batch of log.subscribe({ ...after, signal })) {
    if (batch.position !== (position ?? 0n)) {
      index.add(position, batch);
      position = batch.position;
      onIndexed?.(batch.events.length);
    }
    if (batch.caughtUp && untilCaughtUp) return;
  }
}
