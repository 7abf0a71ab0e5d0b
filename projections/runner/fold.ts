import type { ProjectedEvent } from '../definitions/projection.ts';
import type { Write } from '../read-models/read-model-store.ts';

/** Folds events into a read model, starting at one checkpoint. */
export interface Fold {
  /**
   * Folds and commits the events and moves the checkpoint to `position`, which is at or after the last event.
   * @param positionId id of the event at `position`
   * @param hasMore the work may be deferred to a later call, which then also throws its failure
   * @throws FoldFailed, CheckpointConflict, ReadModelUnavailable
   */
  apply(
    events: readonly ProjectedEvent[],
    position: bigint,
    positionId: string | undefined,
    hasMore: boolean,
  ): Promise<void> | void;
  /** Resolves once no commit is in progress; never rejects. */
  settle(): Promise<void>;
  /** The batch whose commit failed with an unknown outcome: the store may have applied it. */
  readonly unconfirmed: CommittedBatch | undefined;
  /** Maximum events of one commit: reduced after the store fails, then doubled with each success. */
  readonly maxEvents: number;
}

/** Events and writes of one commit. */
export interface CommittedBatch {
  readonly events: readonly ProjectedEvent[];
  readonly writes: readonly Write[];
  /** The new checkpoint. */
  readonly position: bigint;
}

export const maxEvents = 4_000;

/**
 * A projection's code failed on an event, or the event is of a newer release. The events before it are committed; none
 * of its own writes is.
 */
export class FoldFailed extends Error {
  readonly code = 'FOLD_FAILED';
  readonly position: bigint;
  /** When the event was recorded, ISO 8601. */
  readonly at: string;
  /** The request that recorded the event. */
  readonly correlationId: string | undefined;

  constructor(
    message: string,
    options: Pick<FoldFailed, 'position' | 'at'> & {
      readonly correlationId?: string | undefined;
      readonly cause: unknown;
    },
  ) {
    super(message, options);
    this.name = 'FoldFailed';
    this.position = options.position;
    this.at = options.at;
    this.correlationId = options.correlationId;
  }
}

export function foldFailure(projection: string, event: ProjectedEvent, cause: unknown): FoldFailed {
  const { type, position, stream, meta } = event;
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `Projection ${projection} failed on the ${type} at ${position} of ${stream}: ${reason}`;
  const { at, correlationId } = meta;
  return new FoldFailed(message, { position, at, correlationId, cause });
}
