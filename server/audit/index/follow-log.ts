import { LogBehindCheckpoint, type ReadableLog, type RecordedEvent } from '../../core/event-log.ts';
import { type AuditIndex, type IndexBatch, IndexMoved } from './audit-index.ts';

type FollowedLog = Pick<ReadableLog, 'subscribe'>;

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Called at the head of the log, before new events are awaited. Returns false to end. */
  readonly atHead: () => Promise<boolean>;
  /** Called when there are events to add, at the start and after a wait at the head. */
  readonly onBehind?: () => void;
  /** Of a transaction. More are faster, since they change the same pages, but block longer: 28 us each. */
  readonly maxEvents: number;
  /** Called after each transaction with the number of its events, and awaited before the next one. */
  readonly onIndexed?: (events: number) => void | Promise<void>;
}

/**
 * Adds the events of the log that the index does not have. Several processes may do so at once: one of them adds each
 * batch. Starts over when the log was replaced by another one.
 */
export async function followLog(log: FollowedLog, index: AuditIndex, options: FollowOptions): Promise<void> {
  for (;;) {
    try {
      return await addBatches(log, index, options);
    } catch (error) {
      if (error instanceof LogBehindCheckpoint) index.clear();
      else if (!(error instanceof IndexMoved)) throw error;
    }
  }
}

async function addBatches(log: FollowedLog, index: AuditIndex, options: FollowOptions): Promise<void> {
  const { signal, maxEvents, atHead, onBehind, onIndexed } = options;
  const done = index.progress();
  let position = done?.position;
  const after = done && { after: done.position, afterId: done.eventId };
  let waiting: RecordedEvent[] = [];
  let wasAtHead = true;
  for await (const batch of log.subscribe({ ...after, signal })) {
    if (wasAtHead) onBehind?.();
    wasAtHead = batch.caughtUp;
    waiting.push(...batch.events);
    if (!batch.caughtUp && waiting.length < maxEvents) continue;
    if (batch.position !== (position ?? 0n)) {
      for (const part of partsOf({ ...batch, events: waiting }, maxEvents)) {
        index.add(position, part);
        position = part.position;
        await onIndexed?.(part.events.length);
        // Meanwhile, who has stopped it may have closed the index.
        if (signal.aborted) return;
      }
      waiting = [];
    }
    if (batch.caughtUp && !(await atHead())) return;
  }
}

/** A batch in parts of at most `size` events, of which the last one ends where the batch does. */
function* partsOf(batch: IndexBatch, size: number): Generator<IndexBatch, void> {
  const { events, ...end } = batch;
  let from = 0;
  for (; events.length - from > size; from += size) {
    const part = events.slice(from, from + size);
    const last = part.at(-1);
    if (last) yield { events: part, position: last.position, positionId: last.id };
  }
  yield { events: events.slice(from), ...end };
}
