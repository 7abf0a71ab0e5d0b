import type { EventLog, RecordedEvent, SubscriptionBatch } from '../../server/core/event-log.ts';
import { filterOf, type Projection } from '../definitions/projection.ts';
import type { Checkpoint, ReadModel } from '../read-models/read-model-store.ts';
import { BatchFold } from '../runner/batch-fold.ts';
import type { Control } from '../runner/control.ts';
import { FoldFailed } from '../runner/fold.ts';

/** The events that a projection has still to fold. */
export interface PendingEvents {
  readonly count: number;
  /** There are more than `count`. */
  readonly hasMore: boolean;
  readonly first: RecordedEvent | undefined;
}

interface PendingOptions {
  readonly control: Control;
  readonly signal: AbortSignal;
  readonly maxCounted?: number;
  /** Called with all that is read, also the events that are skipped. */
  readonly onBatch?: (batch: SubscriptionBatch) => void;
}

/** Reading further would take seconds. */
const defaultMaxCounted = 1_000_000;

/** Counts the events after a checkpoint that the projection folds. @throws LogBehindCheckpoint, EventLogUnavailable */
export async function findPending(
  log: Pick<EventLog, 'subscribe'>,
  definition: Projection,
  checkpoint: Checkpoint | undefined,
  { control, signal, maxCounted = defaultMaxCounted, onBatch }: PendingOptions,
): Promise<PendingEvents> {
  const stop = new AbortController();
  const batches = log.subscribe({
    filter: filterOf(definition),
    signal: AbortSignal.any([stop.signal, signal]),
    ...(checkpoint && { after: checkpoint.position, afterId: checkpoint.eventId }),
  });
  let count = 0;
  let first: RecordedEvent | undefined;
  let hasMore = false;
  for await (const batch of batches) {
    const { events, caughtUp } = batch;
    onBatch?.(batch);
    const pending = events.filter(({ position }) => !control.isSkipped(position));
    first ??= pending[0];
    count += pending.length;
    hasMore = !caughtUp;
    if (caughtUp || count >= maxCounted) break;
  }
  stop.abort();
  signal.throwIfAborted();
  return { count, hasMore, first };
}

/** Why the read model cannot fold its next event, which a runner would report in the same way; undefined if it can. */
export async function findFailure(
  definition: Projection,
  model: Pick<ReadModel, 'load' | 'range'>,
  event: RecordedEvent,
): Promise<FoldFailed | undefined> {
  const unchanged = { load: model.load.bind(model), range: model.range.bind(model), commit: async () => {} };
  // Without one, the read model would be taken to be empty.
  const checkpoint = event.position - 1n;
  const fold = new BatchFold(definition, unchanged, { checkpoint, maxEvents: 1 }, () => {});
  try {
    await fold.apply([event], event.position);
    return undefined;
  } catch (error) {
    if (error instanceof FoldFailed) return error;
    throw error;
  }
}
