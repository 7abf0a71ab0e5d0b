import type { ProjectedEvent } from '../definitions/projection.ts';
import type { Write } from '../read-models/read-model-store.ts';

/** Folds events into a read model, from one checkpoint on. */
export interface Fold {
  /**
   * Folds and commits the events, and moves the checkpoint to `position`, which is not before the last of them. With
   * `moreComes` it may defer the work to a later call, which then also throws its failure. `positionId`: of the event at `position`.
   * @throws FoldFailed, CheckpointConflict, ReadModelUnavailable
   */
  apply(
    events: readonly ProjectedEvent[],
    position: bigint,
    moreComes: boolean,
    positionId: string | undefined,
  ): Promise<void> | void;
  /** Resolves once nothing is under way any more; never rejects. */
  settle(): Promise<void>;
  /** The batch whose commit failed, if one did: it may have been made all the same. */
  readonly unanswered: CommittedBatch | undefined;
  /** The most events of one commit: less after the store refused one, then more again. */
  readonly maxEvents: number;
}

/** What was committed together. */
export interface CommittedBatch {
  readonly events: readonly ProjectedEvent[];
  readonly writes: readonly Write[];
  /** The checkpoint from here on. */
  readonly position: bigint;
}

export const maxEvents = 4_000;

/** A projection's own code failed on an event, or it is of a newer release. Everything before the event is committed, nothing of it. */
export class FoldFailed extends Error {
  readonly code = 'FOLD_FAILED';
  readonly position: bigint;

  constructor(message: string, options: { readonly position: bigint; readonly cause: unknown }) {
    super(message, options);
    this.name = 'FoldFailed';
    this.position = options.position;
  }
}

export function foldFailure(projection: string, event: ProjectedEvent, cause: unknown): FoldFailed {
  const { type, position, stream } = event;
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `Projection ${projection} failed on the ${type} at ${position} of ${stream}: ${reason}`;
  return new FoldFailed(message, { position, cause });
}
