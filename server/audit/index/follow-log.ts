import { LogBehindCheckpoint, type ReadableLog } from '../../core/event-log.ts';
import { type AuditIndex, IndexMoved } from './audit-index.ts';

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Called at the head of the log, before new events are awaited. Returns false to end. */
  readonly atHead: () => Promise<boolean>;
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
  const { signal, atHead, onIndexed } = options;
  const done = index.progress();
  let position = done?.position;
  const after = done && { after: done.position, afterId: done.eventId };
  for await (const batch of log.subscribe({ ...after, signal })) {
    if (batch.position !== (position ?? 0n)) {
      index.add(position, batch);
      position = batch.position;
      onIndexed?.(batch.events.length);
    }
    if (batch.caughtUp && !(await atHead())) return;
  }
}
