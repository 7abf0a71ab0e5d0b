import { upcast } from '../../server/core/domain/event-versions.ts';
import type { ProjectedEvent, Projection } from '../definitions/projection.ts';
import { CheckpointConflict, type ReadModel } from '../read-models/read-model-store.ts';
import { BatchWorkspace } from './batch-workspace.ts';
import { type CommittedBatch, foldFailure, maxEvents } from './fold.ts';

/** Commit at the latest after this many changes, so that no commit exceeds what a store accepts at once. */
const maxChanges = 20_000;

/**
 * Folds into a remote store: loads everything that a batch reads at once, folds in memory, commits. Discarded after a
 * failure; its successor starts at the store's checkpoint, with nothing half-applied.
 */
export class BatchFold {
  readonly #definition: Projection;
  readonly #model: Pick<ReadModel, 'load' | 'range' | 'commit'>;
  readonly #onCommitted: (batch: CommittedBatch) => void;
  #workspace: BatchWorkspace;
  #checkpoint: bigint | undefined;
  readonly #limit: number;
  #maxEvents: number;
  #unconfirmed: CommittedBatch | undefined;

  /** @param start without a checkpoint, the read model is taken to be empty */
  constructor(
    definition: Projection,
    model: Pick<ReadModel, 'load' | 'range' | 'commit'>,
    start: { readonly checkpoint: bigint | undefined; readonly maxEvents: number; readonly limit?: number },
    onCommitted: (batch: CommittedBatch) => void,
  ) {
    this.#definition = definition;
    this.#model = model;
    this.#checkpoint = start.checkpoint;
    this.#workspace = new BatchWorkspace({ isStoreEmpty: start.checkpoint === undefined });
    this.#maxEvents = start.maxEvents;
    this.#limit = start.limit ?? maxEvents;
    this.#onCommitted = onCommitted;
  }

  /** See `Fold`. */
  get unconfirmed(): CommittedBatch | undefined {
    return this.#unconfirmed;
  }

  /** See `Fold`. */
  get maxEvents(): number {
    return this.#maxEvents;
  }

  /** @throws FoldFailed, CheckpointConflict, ReadModelUnavailable */
  async apply(events: readonly ProjectedEvent[], position: bigint, positionId?: string): Promise<void> {
    let rest = events;
    while (rest.length > 0) rest = await this.#applyNextBatch(rest, position, positionId);
    if (events.length === 0 && (this.#checkpoint === undefined || position > this.#checkpoint)) {
      await this.#commit(events, position, positionId);
    }
  }

  /** Commits as many events as one batch may hold and returns the rest. */
  async #applyNextBatch(
    events: readonly ProjectedEvent[],
    position: bigint,
    positionId: string | undefined,
  ): Promise<readonly ProjectedEvent[]> {
    const folded = await this.#fold(events.length > this.#maxEvents ? events.slice(0, this.#maxEvents) : events);
    const isAll = folded.length === events.length;
    const last = folded.at(-1);
    if (isAll || last === undefined) await this.#commit(folded, position, positionId);
    else await this.#commit(folded, last.position, last.id);
    return isAll ? [] : events.slice(folded.length);
  }

  /** Folds as many events as one batch may hold, again after each load until everything that they read is loaded. */
  async #fold(events: readonly ProjectedEvent[]): Promise<readonly ProjectedEvent[]> {
    let folded: ProjectedEvent[];
    do {
      folded = [];
      for (const recorded of events) {
        if (this.#workspace.changes >= maxChanges) break;
        try {
          const event = upcast(this.#definition.events, recorded);
          this.#workspace.begin(event.position);
          this.#definition.fold(event, this.#workspace);
          folded.push(event);
        } catch (cause) {
          // A missing read may be the cause: fold again once everything is loaded.
          if (this.#workspace.hasMissingReads) continue;
          await this.#applyBefore(folded);
          throw foldFailure(this.#definition.name, recorded, cause);
        }
      }
    } while (await this.#workspace.loadMissing(this.#model));
    return folded;
  }

  /** Starts over without the failed event, because the workspace mixes its writes with those of earlier events. */
  async #applyBefore(events: readonly ProjectedEvent[]): Promise<void> {
    this.#workspace = new BatchWorkspace();
    const last = events.at(-1);
    if (last !== undefined) await this.apply(events, last.position, last.id);
  }

  async #commit(events: readonly ProjectedEvent[], position: bigint, positionId: string | undefined): Promise<void> {
    const batch: CommittedBatch = { events, writes: this.#workspace.takeWrites(), position };
    try {
      await this.#model.commit(this.#checkpoint, position, batch.writes, positionId);
    } catch (error) {
      if (!(error instanceof CheckpointConflict)) this.#unconfirmed = batch;
      throw error;
    }
    this.#checkpoint = position;
    this.#maxEvents = Math.min(this.#maxEvents * 2, this.#limit);
    this.#onCommitted(batch);
  }
}
