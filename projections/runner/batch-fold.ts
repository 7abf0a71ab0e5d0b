import type { ProjectedEvent, Projection } from '../definitions/projection.ts';
import { CheckpointConflict, type ReadModel } from '../read-models/read-model-store.ts';
import { BatchWorkspace } from './batch-workspace.ts';
import { type CommittedBatch, foldFailure, maxEvents } from './fold.ts';
import { loadNeeds } from './needs.ts';

/** Commit at the latest after this many changes, so that no commit exceeds what a store accepts at once. */
const maxChanges = 20_000;

/**
 * Folds into a remote store: loads everything a batch needs at once, folds in memory, commits. Discarded after a failure;
 * its successor starts at the store's checkpoint, with nothing half-applied.
 */
export class BatchFold {
  readonly #definition: Projection;
  readonly #model: ReadModel;
  readonly #onCommitted: (batch: CommittedBatch) => void;
  #workspace = new BatchWorkspace();
  #checkpoint: bigint | undefined;
  #maxEvents: number;
  #unconfirmed: CommittedBatch | undefined;

  constructor(
    definition: Projection,
    model: ReadModel,
    start: { readonly checkpoint: bigint | undefined; readonly maxEvents: number },
    onCommitted: (batch: CommittedBatch) => void,
  ) {
    this.#definition = definition;
    this.#model = model;
    this.#checkpoint = start.checkpoint;
    this.#maxEvents = start.maxEvents;
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
    const first = events.length > this.#maxEvents ? events.slice(0, this.#maxEvents) : events;
    const needs = await loadNeeds(this.#definition, this.#model, this.#workspace, first);
    const folded: ProjectedEvent[] = [];
    for (const [n, recorded] of first.entries()) {
      if (this.#workspace.changes >= maxChanges) break;
      try {
        const ranges = needs.rangesOf(n);
        const event = needs.events[n];
        if (ranges === undefined || event === undefined) break;
        this.#workspace.begin(event.position, ranges);
        this.#definition.fold(event, this.#workspace);
        folded.push(event);
      } catch (cause) {
        await this.#applyBefore(folded);
        throw foldFailure(this.#definition.name, recorded, cause);
      }
    }
    const last = folded.at(-1);
    if (last === undefined) throw new Error(`Projection ${this.#definition.name} could not read what it needs`);
    const isAll = folded.length === events.length;
    if (isAll) await this.#commit(folded, position, positionId);
    else await this.#commit(folded, last.position, last.id);
    return isAll ? [] : events.slice(folded.length);
  }

  /** Starts over without the failed event, because the workspace mixes its writes with those of the events before it. */
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
    this.#maxEvents = Math.min(this.#maxEvents * 2, maxEvents);
    this.#onCommitted(batch);
  }
}
