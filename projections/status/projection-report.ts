import type { SkippedEvent } from '../../server/core/domain/projection-control/decider.ts';
import { type EventLog, LogBehindCheckpoint, type SubscriptionBatch } from '../../server/core/event-log.ts';
import type { Projection } from '../definitions/projection.ts';
import type { MemoryReadModel } from '../read-models/memory/memory-read-model.ts';
import type { Checkpoint, ReadModel } from '../read-models/read-model-store.ts';
import { type Control, controlled } from '../runner/control.ts';
import { FoldFailed } from '../runner/fold.ts';
import { LocalFold } from '../runner/local-fold.ts';
import { findFailure, findPending } from './pending-events.ts';

type ReadLog = Pick<EventLog, 'subscribe' | 'readAll'>;

/**
 * `live`: has folded every event; `behind`: has events to fold, which a runner does if one is at work; `failing`: cannot
 * fold the next one; `paused`: by an operator; `empty`: nothing is built yet; `other-log`: the log does not have its
 * position
 */
export type ReportedState = 'live' | 'behind' | 'failing' | 'paused' | 'empty' | 'other-log';

/** A projection, as its read model and the log show it. Positions are decimal strings. */
export interface ProjectionReport {
  readonly name: string;
  readonly version: number;
  readonly state: ReportedState;
  readonly position: string | undefined;
  /** Events that it has still to fold. */
  readonly lagEvents: number;
  /** There are more: counting them all would take too long. */
  readonly hasMoreEvents: boolean;
  /** Time between the first of these and the last event of the log. */
  readonly lagSeconds: number;
  readonly failingAt: string | undefined;
  readonly error: string | undefined;
  readonly skipped: readonly SkippedEvent[];
}

export interface ReportOptions {
  readonly log: ReadLog;
  readonly control: Control;
  readonly skipped: readonly SkippedEvent[];
  readonly signal: AbortSignal;
  /** Where to stop counting the events to fold. Default: 1,000,000, which takes seconds. */
  readonly maxCounted?: number;
}

type ReportedModel = Pick<ReadModel, 'resume' | 'load' | 'range'>;

/** Reports on a model that a runner folds. The runner commits all events before one that fails, so that comes next. */
export async function reportOn(
  definition: Projection,
  model: ReportedModel,
  options: ReportOptions,
): Promise<ProjectionReport> {
  return report(definition, await model.resume(), options, (first) => findFailure(definition, model, first));
}

/** Reports on a model in the memory of a server, which reports its position and the event that it cannot fold. */
export function reportOnServed(
  definition: Projection,
  { position, failed }: { readonly position: bigint | undefined; readonly failed: Failure | undefined },
  options: ReportOptions,
): Promise<ProjectionReport> {
  const checkpoint = position === undefined ? undefined : { position, eventId: undefined };
  return report(definition, checkpoint, options, async () => failed);
}

/**
 * Reports on a model that no runner folds, such as a snapshot, and folds it to the end of the log in order to find an
 * event that fails. The report is of the model as given.
 */
export async function reportOnStored(
  definition: Projection,
  model: MemoryReadModel,
  options: ReportOptions,
): Promise<ProjectionReport> {
  const checkpoint = await model.resume();
  const fold = new LocalFold(definition, model.local, checkpoint?.position, () => {});
  let isEnded = false;
  let failed: FoldFailed | undefined;
  const onBatch = (batch: SubscriptionBatch): void => {
    if (isEnded) return;
    const { events, position, positionId, isPaused } = controlled(batch, options.control);
    isEnded = isPaused;
    try {
      fold.apply(events, position, positionId);
    } catch (error) {
      if (!(error instanceof FoldFailed)) throw error;
      failed = error;
      isEnded = true;
    }
  };
  // Counted while they are folded: to read a log costs more than both.
  const counting = { ...options, maxCounted: Number.POSITIVE_INFINITY, onBatch };
  return report(definition, checkpoint, counting, async () => failed);
}

type Failure = Pick<FoldFailed, 'position' | 'message'>;
type Pending = NonNullable<Awaited<ReturnType<typeof findPending>>['first']>;

async function report(
  definition: Projection,
  checkpoint: Checkpoint | undefined,
  { log, skipped, ...reading }: ReportOptions & { readonly onBatch?: (batch: SubscriptionBatch) => void },
  failure: (first: Pending) => Promise<Failure | undefined>,
): Promise<ProjectionReport> {
  const { name, version } = definition;
  const { control } = reading;
  const known = { name, version, position: checkpoint && String(checkpoint.position), skipped };
  const nothing = { lagEvents: 0, hasMoreEvents: false, lagSeconds: 0, failingAt: undefined, error: undefined };
  try {
    const { count, hasMore, first } = await findPending(log, definition, checkpoint, reading);
    const failed = first && (await failure(first));
    const isEmpty = checkpoint === undefined && count > 0;
    const state = control.pausedAt ? 'paused' : failed ? 'failing' : isEmpty ? 'empty' : count > 0 ? 'behind' : 'live';
    return {
      ...known,
      state,
      lagEvents: count,
      hasMoreEvents: hasMore,
      lagSeconds: first ? await secondsUntilEnd(log, first) : 0,
      failingAt: failed && String(failed.position),
      error: failed?.message,
    };
  } catch (error) {
    if (!(error instanceof LogBehindCheckpoint)) throw error;
    return { ...known, ...nothing, state: 'other-log', error: error.message };
  }
}

async function secondsUntilEnd(log: ReadLog, first: Pending): Promise<number> {
  for await (const last of log.readAll({ direction: 'backwards', limit: 1 })) {
    return Math.max(0, (Date.parse(last.meta.at) - Date.parse(first.meta.at)) / 1000);
  }
  return 0;
}
